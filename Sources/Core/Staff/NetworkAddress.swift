import Foundation

/// Addresses of clients, as far as limits look at them.
package enum NetworkAddress {
    /// The part of an address that one client holds: all of IPv4, the first 64 bits of IPv6.
    ///
    /// Whoever has one address of IPv6 has 2^64 of them. What is no address is a digest of itself.
    package static func limited(_ address: String) -> String {
        var v4 = in_addr()
        if inet_pton(AF_INET, address, &v4) == 1 { return address }
        var v6 = in6_addr()
        let withoutZone = String(address.prefix { $0 != "%" })
        guard inet_pton(AF_INET6, withoutZone, &v6) == 1 else { return SHA256.hex(address.utf8) }
        let bytes = withUnsafeBytes(of: v6) { Array($0) }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        return bytes.starts(with: mapped)
            ? bytes[12...].map(String.init).joined(separator: ".") : Hex.encode(bytes.prefix(8)) + "/64"
    }
}
