import Core
import Glibc

/// The sockets that a supervisor has opened and hands over, as systemd does for a socket unit (sd_listen_fds(3)).
///
/// They stay open while the program is replaced, so no connection is refused meanwhile.
package struct InheritedSockets: Sendable {
    /// A socket that was handed over and cannot be used.
    package struct Unusable: Error {
        package let reason: Localized
    }

    /// The number of the first one.
    private static let first: CInt = 3
    private static let countMax: CInt = 16

    package let handles: [CInt]
    /// The address that the first one listens at.
    package let host: String
    package let port: Int

    /// Nil if none were handed to this process.
    ///
    /// - Parameters:
    ///   - environment: That of the process: `LISTEN_PID` and `LISTEN_FDS`.
    ///   - process: The id of the process, which must be the one that they are for.
    /// - Throws: An `Unusable` if one of them is no listening TCP socket.
    package init?(_ environment: [String: String], process: Int32 = getpid()) throws(Unusable) {
        guard let owner = environment["LISTEN_PID"], Int32(owner) == process,
            let text = environment["LISTEN_FDS"], let count = CInt(text), count > 0
        else { return nil }
        guard count <= Self.countMax else {
            throw Unusable(
                reason: Localized("их больше \(Self.countMax)", "there are more than \(Self.countMax)")
            )
        }
        handles = Array(Self.first..<Self.first + count)
        for handle in handles {
            guard Self.isListening(handle), let place = Self.place(of: handle), !place.host.isEmpty else {
                throw Unusable(
                    reason: Localized(
                        "дескриптор \(handle) — не слушающий сокет TCP",
                        "the descriptor \(handle) is no listening TCP socket"
                    )
                )
            }
            // They are for this program, and not for those that it may start.
            _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
        }
        (host, port) = Self.place(of: Self.first) ?? ("", 0)
    }

    /// Changes the backlog of a socket that listens already.
    static func listen(_ handle: CInt, _ backlog: Int32) {
        _ = Glibc.listen(handle, backlog)
    }

    private static func isListening(_ handle: CInt) -> Bool {
        option(SO_ACCEPTCONN, of: handle) == 1 && option(SO_TYPE, of: handle) == CInt(SOCK_STREAM.rawValue)
    }

    private static func option(_ name: CInt, of handle: CInt) -> CInt? {
        var (value, size): (CInt, socklen_t) = (0, socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(handle, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// The address of a socket; nil if it is none of IP.
    private static func place(of handle: CInt) -> (host: String, port: Int)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(handle, address, &size) == 0,
                    [AF_INET, AF_INET6].contains(CInt(address.pointee.sa_family))
                else { return nil }
                var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
                guard
                    getnameinfo(
                        address,
                        size,
                        &host,
                        socklen_t(host.count),
                        &port,
                        socklen_t(port.count),
                        NI_NUMERICHOST | NI_NUMERICSERV
                    ) == 0
                else { return nil }
                return (text(host), Int(text(port)) ?? 0)
            }
        }
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
