import Core

/// A part of an id that identifies an object: the end of a UUID, or the beginning of a file's digest.
///
/// UUIDs of the same minute begin with the same digits, so only their ends differ.
enum ShortIdentifier {
    static let lengthMin = 8
    private static let wholeLength = 36
    private static let digestLength = 64

    /// Returns the shortest unique parts of the ids; a text that is not an id has none.
    static func shortest(_ ids: Set<String>) -> [String: String] {
        let whole = ids.filter { isWhole($0) }
        let digests = ids.filter { isDigest($0) }
        return shortest(whole) { String($0.suffix($1)) }
            .merging(shortest(digests) { String($0.prefix($1)) }) { first, _ in first }
    }

    private static func shortest(_ ids: Set<String>, _ part: (String, Int) -> String) -> [String: String] {
        var found: [String: String] = [:]
        var rest = ids
        var length = lengthMin
        while !rest.isEmpty, length < wholeLength {
            let counts = Dictionary(ids.map { (part($0, length), 1) }, uniquingKeysWith: +)
            for id in rest {
                let text = part(id, length)
                guard counts[text] == 1, isOne(text) else { continue }
                found[id] = text
                rest.remove(id)
            }
            length += 1
        }
        return found
    }

    /// True if the text can be a part of an id.
    ///
    /// Digits alone are a number or a phone; a text with a hyphen at its beginning would be an option.
    static func isOne(_ text: String) -> Bool {
        lengthMin..<wholeLength ~= text.utf8.count && text.utf8.allSatisfy { isDigit($0) || $0 == hyphen }
            && text.utf8.contains { !(48...57 ~= $0) && $0 != hyphen }
            && text.utf8.first != hyphen && text.utf8.last != hyphen
    }

    static func isWhole(_ text: String) -> Bool { Identifier.normalized(text) != nil }

    private static func isDigest(_ text: String) -> Bool {
        let name = text.utf8.prefix { $0 != UInt8(ascii: ".") }
        return name.count == digestLength && name.allSatisfy(isDigit)
    }

    private static let hyphen = UInt8(ascii: "-")

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 97...102, 65...70: true
        case _: false
        }
    }
}
