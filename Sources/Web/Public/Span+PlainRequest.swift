/// Reads the parts of a plain request, each at the place where the one before ended.
extension Span<UInt8> {
    /// Goes past exactly these bytes; false if others are there.
    func skip(_ expected: [UInt8], at place: inout Int) -> Bool {
        guard count - place >= expected.count else { return false }
        for (index, byte) in expected.enumerated() where self[place + index] != byte { return false }
        place += expected.count
        return true
    }

    /// The target in a line that begins with these bytes, such as `GET `; nil if it is not whole and plain.
    func target(after method: [UInt8], at place: inout Int) -> Range<Int>? {
        guard skip(method, at: &place) else { return nil }
        let target = run(at: &place) { 0x21...0x7E ~= $0 }
        guard !target.isEmpty, self[target.lowerBound] == UInt8(ascii: "/"),
            skip(PlainField.version, at: &place)
        else { return nil }
        return target
    }

    /// A field with the end of its line; nil if it is not whole, or has other characters than plain ones.
    func field(at place: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        let name = run(at: &place, Self.isNameCharacter)
        guard !name.isEmpty, skip([UInt8(ascii: ":")], at: &place) else { return nil }
        _ = run(at: &place, Self.isBlank)
        let rest = run(at: &place) { 0x20...0x7E ~= $0 || $0 == 0x09 }
        guard skip([0x0D, 0x0A], at: &place) else { return nil }
        var end = rest.upperBound
        while end > rest.lowerBound, Self.isBlank(self[end - 1]) { end -= 1 }
        return (name, rest.lowerBound..<end)
    }

    private func run(at place: inout Int, _ belongs: (UInt8) -> Bool) -> Range<Int> {
        let start = place
        while place < count, belongs(self[place]) { place += 1 }
        return start..<place
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A character of a token (RFC 9110 §5.6.2).
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        case _: false
        }
    }

    /// The bytes as text.
    func text(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
