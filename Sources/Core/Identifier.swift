import Storage

/// UUIDs as lower-case text, the only form in which they are stored, compared and shown.
package enum Identifier {
    /// A new UUIDv7 (RFC 9562 §5.7): later ones sort after earlier ones, so indexes grow at their end.
    package static func new(at now: Timestamp, random: RandomBytes) -> String {
        text(milliseconds(now).bytes.suffix(6) + random(10), version: 0x70)
    }

    /// The UUIDv7 with this number among many of one moment, which sort by it (RFC 9562 §6.2, method 1).
    ///
    /// The counter has 12 bits; what exceeds them is added to the milliseconds.
    static func new(_ number: Int, at now: Timestamp, random: RandomBytes) -> String {
        let counter = milliseconds(now) << counterBits &+ UInt64(clamping: number)
        return text(leading(counter) + random(8), version: 0x70)
    }

    /// A UUIDv8 (RFC 9562 §5.8) made of the first 16 bytes of a digest: the same digest makes the same one.
    package static func derived(from digest: [UInt8]) -> String {
        text(Array(digest.prefix(16)), version: 0x80)
    }

    /// The UUIDv8 with this number in a series, which begin alike and sort by it; the digest is of the series and the number.
    static func derived(from digest: [UInt8], number: Int, of series: [UInt8]) -> String {
        let beginning = series.prefix(4).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return text(
            leading(beginning << 28 | UInt64(clamping: number) & (1 << 28 - 1)) + digest.prefix(8),
            version: 0x80
        )
    }

    private static func milliseconds(_ now: Timestamp) -> UInt64 { UInt64(max(0, now.microseconds / 1000)) }

    /// The first eight bytes of a UUID that sort by a number of 60 bits, with room for the version.
    private static func leading(_ number: UInt64) -> [UInt8] {
        (number >> counterBits).bytes.suffix(6) + (number & (1 << counterBits - 1)).bytes.suffix(2)
    }

    /// The bits of a UUID between its version and its variant.
    private static let counterBits: UInt64 = 12

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

extension UInt64 {
    /// The bytes of the number, the highest first.
    fileprivate var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> UInt64(56 - 8 * $0)) }
    }
}
