import Glibc

/// The IP address of a peer, as a socket connects to it.
package struct PeerAddress: Sendable, Hashable {
    /// 4 bytes for IPv4, 16 for IPv6.
    private let bytes: [UInt8]

    /// Reads a socket address of the system; nil if it is neither IPv4 nor IPv6.
    init?(family: Int32, socketAddress: UnsafeRawBufferPointer) {
        let range: Range<Int>
        switch family {
        // After the family and the port; in IPv6 after the flow label too.
        case AF_INET: range = 4..<8
        case AF_INET6: range = 8..<24
        case _: return nil
        }
        guard socketAddress.count >= range.upperBound else { return nil }
        bytes = Array(socketAddress[range])
    }

    /// Parses the usual forms, `192.0.2.1` and `2001:db8::1`.
    package init?(_ text: String) {
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &buffer) == 1 {
            bytes = Array(buffer.prefix(4))
        } else if inet_pton(AF_INET6, text, &buffer) == 1 {
            bytes = buffer
        } else {
            return nil
        }
    }

    private init(v4 bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// True for a public internet address: not this host, its network, or a special use (RFC 6890).
    package var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.specialV4.contains { $0.contains(bytes) } }
        // IPv4-mapped and NAT64 addresses lead to the IPv4 address.
        if Self.mapped.contains(bytes) || Self.translated.contains(bytes) {
            return PeerAddress(v4: bytes.suffix(4)).isPublic
        }
        return Self.globalV6.contains(bytes) && !Self.specialV6.contains { $0.contains(bytes) }
    }

    private static let specialV4 = [
        // This network, private ones, and carrier-grade NAT.
        Prefix([0], 8), Prefix([10], 8), Prefix([172, 16], 12), Prefix([192, 168], 16),
        Prefix([100, 64], 10),
        // Loopback and link-local, which include the metadata services of clouds, as does the last of these.
        Prefix([127], 8), Prefix([169, 254], 16), Prefix([168, 63, 129, 16], 32),
        // Protocols, documentation, the 6to4 relay, benchmarks.
        Prefix([192, 0, 0], 24), Prefix([192, 0, 2], 24), Prefix([198, 51, 100], 24),
        Prefix([203, 0, 113], 24),
        Prefix([192, 88, 99], 24), Prefix([198, 18], 15),
        // Multicast, and all reserved addresses with the broadcast.
        Prefix([224], 4), Prefix([240], 4),
    ]

    /// Global unicast; loopback, unique local, link-local, multicast and compatible addresses are outside of it.
    private static let globalV6 = Prefix([0x20], 3)
    private static let specialV6 = [
        // Protocols (including Teredo), documentation twice, 6to4.
        Prefix([0x20, 0x01], 23), Prefix([0x20, 0x01, 0x0D, 0xB8], 32), Prefix([0x3F, 0xFF], 20),
        Prefix([0x20, 0x02], 16),
    ]
    private static let mapped = Prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
    /// NAT64, through which an IPv6-only network reaches IPv4 (RFC 6052).
    private static let translated = Prefix([0, 0x64, 0xFF, 0x9B], 96)

    /// A prefix of addresses; bytes that are not given are zero.
    private struct Prefix: Sendable {
        private let bytes: [UInt8]
        private let length: Int

        init(_ bytes: [UInt8], _ length: Int) {
            self.bytes = bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
            self.length = length
        }

        func contains(_ address: [UInt8]) -> Bool {
            (0..<length).allSatisfy { bit in
                let mask = UInt8(0x80) >> (bit % 8)
                return address[bit / 8] & mask == bytes[bit / 8] & mask
            }
        }
    }
}
