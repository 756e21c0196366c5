/// A folded word with its key.
package struct SearchWord: Sendable, Hashable {
    let text: String
    let key: String

    init(_ text: String) {
        self.init(text: text, key: SearchKey.of(text))
    }

    init(text: String, key: String) {
        self.text = text
        self.key = key
    }

    var length: Int { text.unicodeScalars.count }

    /// False for a word with a digit: 10000 is not a typo of 10001.
    var mayHoldTypo: Bool { !text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }

    /// The forms by which a word with a typo is looked up; empty for short words.
    ///
    /// A typo in Cyrillic is one in the key. In Latin it can split `sh`, so the word itself counts there too.
    var typoForms: [String] {
        let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
        return isLatin && text != key ? [key, text] : [key]
    }
}

/// The kind of match between a word of a text and a typed word, from worst to best.
package enum SearchRank: Int, Sendable, Comparable {
    /// With one typo.
    case typo = 20
    /// A prefix, or an exact match, in the other keyboard layout.
    case otherLayoutPrefix = 40
    case otherLayout = 45
    /// A phonetic prefix, in either alphabet.
    case keyPrefix = 55
    case key = 70
    /// A prefix in the same spelling.
    case prefix = 80
    case exact = 100

    package static func < (left: SearchRank, right: SearchRank) -> Bool { left.rawValue < right.rawValue }
}

/// One typed word: as it is, and as the same keys type it in the other layout.
package struct QueryWord: Sendable, Hashable {
    /// Nil if the keys make a word only in the other layout.
    let typed: SearchWord?
    let switched: SearchWord?

    /// The rank of a word for this query word; nil if it does not match.
    ///
    /// Every search uses this measure: the database finds candidates, and this decides.
    package func rank(of word: SearchWord) -> SearchRank? {
        if let typed {
            if typed.text == word.text { return .exact }
            if typed.text.begins(word.text) { return .prefix }
            if !typed.key.isEmpty {
                if typed.key == word.key { return .key }
                if typed.key.begins(word.key) { return .keyPrefix }
            }
        }
        if let switched {
            if switched.text == word.text || switched.key == word.key { return .otherLayout }
            if switched.text.begins(word.text) || !switched.key.isEmpty && switched.key.begins(word.key) {
                return .otherLayoutPrefix
            }
        }
        return typed.map { $0.isTypo(of: word) } == true ? .typo : nil
    }
}

extension SearchWord {
    /// True for a typo of the other word, if both are long enough.
    fileprivate func isTypo(of word: SearchWord) -> Bool {
        let (own, other) = (text.utf8.count, word.text.utf8.count)
        // A cheap bound first: each letter takes at most four bytes.
        guard own <= other * 2 + 8, other <= own * 2 + 8, mayHoldTypo, word.mayHoldTypo else { return false }
        let lengths = (length, word.length)
        guard max(lengths.0, lengths.1) >= Typo.lengthMin, min(lengths.0, lengths.1) >= Typo.lengthMin - 1
        else { return false }
        return Typo.isWithinOne(text, word.text) || Typo.isWithinOne(key, word.key)
    }
}

extension String {
    /// True if this text is a prefix of `other`, byte by byte.
    fileprivate func begins(_ other: String) -> Bool { other.utf8.starts(with: utf8) }
}
