import Storage

/// UUIDs as lower-case text, the only form in which they are stored, compared and shown.
package enum Identifier {
    /// A new UUIDv7 (RFC 9562 §5.7): later ones sort after earlier ones, so indexes grow at their end.
    package static func new(at now: Timestamp, random: RandomBytes) -> String {
        let milliseconds = UInt64(max(0, now.microseconds / 1000))
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64(40 - 8 * $0)) }
        return text(bytes + random(10), version: 0x70)
    }

    /// A UUIDv8 (RFC 9562 §5.8) made of the first 16 bytes of a digest: the same digest makes the same one.
    package static func derived(from digest: [UInt8]) -> String {
        text(Array(digest.prefix(16)), version: 0x80)
    }

    private static func text(_ bytes: [UInt8], version: UInt8) -> String {
        var bytes = bytes
        bytes[6] = version | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        return grouped(Hex.encode(bytes))
    }

    private static func grouped(_ digits: String) -> String {
        var groups: [Substring] = []
        var rest = digits[...]
        for length in groupLengths {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }

    /// The UUID of 32 hexadecimal digits without hyphens, in lower case; nil if the text is not that.
    package static func parsed(digits: String) -> String? {
        digits.utf8.count == 32 ? normalized(grouped(digits)) : nil
    }

    /// The UUID in lower case; nil if the text is not one.
    package static func normalized(_ text: String) -> String? {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard text.utf8.count == 36, groups.map(\.count) == groupLengths,
            groups.allSatisfy({ $0.allSatisfy { Hex.digit($0) != nil } })
        else { return nil }
        return text.lowercased()
    }

    private static let groupLengths = [8, 4, 4, 4, 12]
}
