import Storage

/// The numbers under which the index keeps words, and the contents that have them.
///
/// All are made of what they stand for, so that nothing has to be looked up before it is written.
enum SearchPlace {
    /// Beginnings of names so short are kept as if they were words: too many words begin so.
    static let beginningLengthMax = 3

    /// A word of the vocabulary.
    static func word(_ word: String) -> Int64 { number(word.utf8) }

    /// A word, or the beginning of one, on a shelf of a type: what was put away is found only there.
    static func term(_ text: String, of type: String, on shelf: Content.Shelf) -> Int64 {
        let name =
            switch shelf {
            case .active: ""
            case .archive: "archive"
            case .trash: "trash"
            }
        return number("\(type)/\(name)/\(text)".utf8)
    }

    /// The beginnings of a name's word, as they are spelt and, where that differs, as they sound.
    static func beginnings(of word: SearchWord) -> Set<String> {
        let spelt = prefixes(of: word.text)
        let heard = prefixes(of: word.key).filter { !spelt.contains($0) }
        return Set(spelt.map { speltMark + $0 } + heard.map { heardMark + $0 })
    }

    private static func prefixes(of text: String) -> Set<String> {
        let scalars = text.unicodeScalars
        return Set((1...beginningLengthMax).map { String(scalars.prefix($0)) }.filter { !$0.isEmpty })
    }

    // No word has these signs in it.
    static let speltMark = "^"
    static let heardMark = "~"

    /// A content, by its id: later ones have greater numbers (RFC 9562 §5.7 begins with the milliseconds).
    ///
    /// 42 bits of time and 21 of a hash, as imported ids may differ in one digit only; a writer takes
    /// the next one where two contents share a number.
    static func document(_ id: String) -> Int64 {
        let digits = id.utf8.compactMap { Hex.digit($0) }.prefix(12)
        let time = digits.reduce(0 as UInt64) { $0 << 4 | UInt64($1) }
        let milliseconds = time > epoch ? (time - epoch) & (1 << 42 - 1) : 0
        return Int64(milliseconds << 21) | number(id.utf8) & (1 << 21 - 1)
    }

    /// 2020, in milliseconds since 1970: 42 bits last until 2159.
    private static let epoch: UInt64 = 1_577_836_800_000

    /// FNV-1a with its bits mixed once more, 63 of them.
    static func number(_ bytes: some Sequence<UInt8>) -> Int64 {
        var hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        return Int64((hash ^ hash >> 32) >> 1)
    }
}
