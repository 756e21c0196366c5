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
            case .active: "//"
            case .archive: "/archive/"
            case .trash: "/trash/"
            }
        return mixed(hash(text.utf8, after: hash(name.utf8, after: hash(type.utf8))))
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
    /// 42 bits of time and 21 that tell entries of one moment apart: of a UUID whose own bits may sort them, twelve of those
    /// and nine of a hash; else all of a hash, because imported ids may differ in one digit only. If two entries share a
    /// number, the second one takes that of the next `attempt`, which is a hash too.
    static func document(_ id: String, attempt: Int64 = 0) -> Int64 {
        let digits = id.utf8.compactMap { Hex.digit($0) }.prefix(16).map { UInt64($0) }
        let time = digits.prefix(12).reduce(0) { $0 << 4 | $1 }
        let milliseconds = time > epoch ? (time - epoch) & (1 << 42 - 1) : 0
        let hash = UInt64(number((attempt == 0 ? id : "\(id) \(attempt)").utf8))
        let isOrdered = attempt == 0 && digits.count == 16 && (digits[12] == 7 || digits[12] == 8)
        let counter = digits.suffix(3).reduce(0) { $0 << 4 | $1 }
        let rest = isOrdered ? counter << 9 | hash & (1 << 9 - 1) : hash & (1 << 21 - 1)
        return Int64(milliseconds << 21 | rest)
    }

    /// 2020, in milliseconds since 1970: 42 bits last until 2159.
    private static let epoch: UInt64 = 1_577_836_800_000

    /// FNV-1a with a final mix, reduced to 63 bits.
    static func number(_ bytes: some Sequence<UInt8>) -> Int64 { mixed(hash(bytes)) }

    private static func hash(
        _ bytes: some Sequence<UInt8>,
        after start: UInt64 = 0xcbf2_9ce4_8422_2325
    ) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private static func mixed(_ hash: UInt64) -> Int64 {
        var hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        hash = (hash ^ hash >> 32) &* 0xd6e8_feb8_6659_fd93
        return Int64((hash ^ hash >> 32) >> 1)
    }
}
