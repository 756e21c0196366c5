import Core
import Foundation
import Glibc

/// A real nginx on free ports of 127.0.0.1, in front of a server of the test.
///
/// Each hop has a different client address, so that proxies and clients differ.
package struct Nginx: Sendable {
    /// The URLs of the proxies, the one next to the server first: `http://127.0.0.1:PORT`.
    package let urls: [String]

    private struct NotStarted: Error {
        let said: String
    }

    /// Runs `body` with this many proxies in a row.
    package static func with(
        _ url: String,
        hops: Int = 1,
        _ body: (Nginx) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { folder in
            let ports = try (0..<hops).map { _ in try freePort() }
            try configuration(to: url, ports, in: folder)
                .write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
            let log = folder + "/error.log"
            let child = ChildProcess(
                "/usr/sbin/nginx",
                ["-e", log, "-p", folder, "-c", folder + "/nginx.conf"],
                output: .null,
                errors: .null
            )
            try child.run()
            defer {
                child.terminate()
                child.waitUntilExit()
            }
            let urls = ports.map { "http://127.0.0.1:\($0)" }
            for url in urls {
                let answers = try await holds {
                    (try? await HTTPClient().send("GET", url + "/admin/api/v1/health").status) == 200
                }
                guard answers else {
                    throw NotStarted(said: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
                }
            }
            try await body(Nginx(urls: urls))
        }
    }

    private static func configuration(to url: String, _ ports: [Int], in folder: String) -> String {
        let servers = ports.enumerated().map { index, port in
            let next = index == 0 ? url : "http://127.0.0.1:\(ports[index - 1])"
            return """
                server {
                    listen 127.0.0.1:\(port);
                    location / {
                        proxy_pass \(next);
                        proxy_bind 127.0.0.\(10 + index);
                        proxy_set_header Host $host;
                        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                    }
                }
                """
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
        return """
            daemon off;
            master_process off;
            pid nginx.pid;
            events {}
            http {
                access_log off;
                large_client_header_buffers 4 16k;
                \(temporary.joined(separator: " "))
                \(servers.joined(separator: "\n"))
            }
            """
    }

    /// Returns a port that no process listens on now.
    private static func freePort() throws -> Int {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, size) + getsockname(socket, pointer, &size)
            }
        }
        guard result == 0 else { throw NotStarted(said: "There is no free port.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
