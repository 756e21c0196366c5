import Foundation
import Glibc

/// A TCP port of this machine where connections are accepted and nothing is ever said.
final class SilentServer: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                // The system accepts as many connections as the backlog holds.
                bind(descriptor, place, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, place, &size) == 0
            }
        }
        port = Int(in_port_t(bigEndian: address.sin_port))
        self.descriptor = descriptor
        guard isOpen else { throw CocoaError(.executableLoad) }
    }

    deinit {
        close(descriptor)
    }
}
