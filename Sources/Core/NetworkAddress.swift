import Glibc
import Storage

/// Client addresses: their normalized form, and the part that rate limits count.
package enum NetworkAddress {
    /// The address as `192.0.2.7` or `2001:db8::7`; nil if the text is not one.
    ///
    /// A port and the brackets around IPv6 that proxies write are dropped. IPv4-mapped IPv6 becomes IPv4.
    package static func parsed(_ text: some StringProtocol) -> String? {
        let own = String(text)
        if isV4(own) { return own }
        var text = own.trimmed[...]
        guard text.utf8.count <= lengthMax else { return nil }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else {
                return nil
            }
            text = text[..<end].dropFirst()
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            guard isPort(text[colon...]) else { return nil }
            text = text[..<colon]
        }
        return bytes(String(text)).map(written)
    }

    /// The part of an address that one client holds: all of IPv4, the first 64 bits of IPv6.
    ///
    /// A client with one IPv6 prefix has 2^64 addresses. A text that is not an address is replaced by its digest.
    package static func limited(_ address: String) -> String {
        if isV4(address) { return address }
        guard let bytes = bytes(address) else { return SHA256.hex(address.utf8) }
        return bytes.count == 4 ? written(bytes) : Hex.encode(bytes.prefix(8)) + "/64"
    }

    /// The longest text of an address, with brackets, a zone and a port.
    private static let lengthMax = 80

    /// True for an empty text, or a colon and a number.
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return text.isEmpty }
        let digits = text.dropFirst().utf8
        return 1...5 ~= digits.count && digits.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// True for an address of IPv4 in its normalized form, which is the only one: `192.0.2.07` is none.
    private static func isV4(_ text: String) -> Bool {
        // Without other characters, such as NUL, where the text would end for C.
        guard 7...15 ~= text.utf8.count,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") })
        else { return false }
        var v4 = in_addr()
        return inet_pton(AF_INET, text, &v4) == 1
    }

    /// The 4 or 16 bytes of an address.
    private static func bytes(_ address: String) -> [UInt8]? {
        var v4 = in_addr()
        if inet_pton(AF_INET, address, &v4) == 1 { return withUnsafeBytes(of: v4) { Array($0) } }
        var v6 = in6_addr()
        let withoutZone = String(address.prefix { $0 != "%" })
        guard inet_pton(AF_INET6, withoutZone, &v6) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: v6) { Array($0) }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    private static func written(_ bytes: [UInt8]) -> String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(INET6_ADDRSTRLEN)) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
