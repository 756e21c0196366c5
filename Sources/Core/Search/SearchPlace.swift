import Storage

/// The numbers of words and entries in the index.
///
/// All are hashes or derived from ids, so that nothing has to be looked up before writing.
enum SearchPlace {
    /// Prefixes of names up to this length are indexed like words, because too many words begin with them.
    static let beginningLengthMax = 3

    /// The number of a word of the vocabulary.
    static func word(_ word: String) -> Int64 { number(word.utf8) }

    /// The number of a word or a prefix in a type and on a shelf, so archived and trashed entries are found apart.
    static func term(_ text: String, of type: String, on shelf: Content.Shelf) -> Int64 {
        let name =
            switch shelf {
            case .active: ""
            case .archive: "archive"
            case .trash: "trash"
            }
        return number("\(type)/\(name)/\(text)".utf8)
    }

    /// The prefixes of a word of a name, as it is spelled and, if different, as it sounds.
    static func beginnings(of word: SearchWord) -> Set<String> {
        let spelt = prefixes(of: word.text)
        let heard = prefixes(of: word.key).filter { !spelt.contains($0) }
        return Set(spelt.map { speltMark + $0 } + heard.map { heardMark + $0 })
    }

    private static func prefixes(of text: String) -> Set<String> {
        let scalars = text.unicodeScalars
        return Set((1...beginningLengthMax).map { String(scalars.prefix($0)) }.filter { !$0.isEmpty })
    }

    // No word contains these characters.
    static let speltMark = "^"
    static let heardMark = "~"

    /// The number of an entry, from its id: later ids have greater numbers (RFC 9562 §5.7 begins with milliseconds).
    ///
    /// 42 bits of time and 21 of a hash, because imported ids may differ in one digit only; if two entries share a
    /// number, a writer takes the next one.
    static func document(_ id: String) -> Int64 {
        let digits = id.utf8.compactMap { Hex.digit($0) }.prefix(12)
        let time = digits.reduce(0 as UInt64) { $0 << 4 | UInt64($1) }
        let milliseconds = time > epoch ? (time - epoch) & (1 << 42 - 1) : 0
        return Int64(milliseconds << 21) | number(id.utf8) & (1 << 21 - 1)
    }

    /// 2020, in milliseconds since 1970: 42 bits last until 2159.
    private static let epoch: UInt64 = 1_577_836_800_000

    /// FNV-1a with a final mix, reduced to 63 bits.
    static func number(_ bytes: some Sequence<UInt8>) -> Int64 {
        var hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        return Int64((hash ^ hash >> 32) >> 1)
    }
}
