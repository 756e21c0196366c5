import Foundation

/// The address of another machine, as a socket connects to it.
package struct PeerAddress: Sendable, Hashable {
    /// 4 bytes of IPv4 or 16 of IPv6.
    private let bytes: [UInt8]

    /// Reads what one of the socket functions of the system was given; nil for what is neither IPv4 nor IPv6.
    init?(family: Int32, socketAddress: UnsafeRawBufferPointer) {
        let range: Range<Int>
        switch family {
        // After the family and the port; in IPv6 after a label of the flow too.
        case AF_INET: range = 4..<8
        case AF_INET6: range = 8..<24
        case _: return nil
        }
        guard socketAddress.count >= range.upperBound else { return nil }
        bytes = Array(socketAddress[range])
    }

    /// Reads the usual spellings, `192.0.2.1` and `2001:db8::1`.
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

    /// Whether anybody on the internet may be there: not this machine, its network, or a special use (RFC 6890).
    package var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.specialV4.contains { $0.contains(bytes) } }
        // IPv4 in the dress of IPv6 goes where the IPv4 goes.
        if Self.mapped.contains(bytes) || Self.translated.contains(bytes) {
            return PeerAddress(v4: bytes.suffix(4)).isPublic
        }
        return Self.globalV6.contains(bytes) && !Self.specialV6.contains { $0.contains(bytes) }
    }

    private static let specialV4 = [
        // This network, private ones, and those behind the NAT of a provider.
        Prefix([0], 8), Prefix([10], 8), Prefix([172, 16], 12), Prefix([192, 168], 16),
        Prefix([100, 64], 10),
        // This machine, and the link: the metadata of clouds is there, and at the last of these.
        Prefix([127], 8), Prefix([169, 254], 16), Prefix([168, 63, 129, 16], 32),
        // Protocols, documentation, the relay of 6to4, benchmarks.
        Prefix([192, 0, 0], 24), Prefix([192, 0, 2], 24), Prefix([198, 51, 100], 24),
        Prefix([203, 0, 113], 24),
        Prefix([192, 88, 99], 24), Prefix([198, 18], 15),
        // Multicast, and all that is reserved with the broadcast.
        Prefix([224], 4), Prefix([240], 4),
    ]

    /// Unicast on the internet; loopback, unique local, link-local, multicast and compatible addresses are not in it.
    private static let globalV6 = Prefix([0x20], 3)
    private static let specialV6 = [
        // Protocols (Teredo among them), documentation twice, 6to4.
        Prefix([0x20, 0x01], 23), Prefix([0x20, 0x01, 0x0D, 0xB8], 32), Prefix([0x3F, 0xFF], 20),
        Prefix([0x20, 0x02], 16),
    ]
    private static let mapped = Prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
    /// NAT64, by which a network without IPv4 reaches it (RFC 6052).
    private static let translated = Prefix([0, 0x64, 0xFF, 0x9B], 96)

    /// The addresses that begin with the same bits; bytes that are not given are zero.
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
