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

    /// Numbers are meant as they are typed: 10000 is not a slip of 10001.
    var mayHoldTypo: Bool { !text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }

    /// What a word is looked up by when it was typed with a slip; empty for short words.
    ///
    /// A slip in Cyrillic is one in the key. In Latin it can part `sh`, so the word itself counts there too.
    var typoForms: [String] {
        let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
        return isLatin && text != key ? [key, text] : [key]
    }
}

/// How well a word of a text fits a word that was typed, from worst to best.
package enum SearchRank: Int, Sendable, Comparable {
    /// With one slip.
    case typo = 20
    /// It begins so, or is so, had the keyboard been switched.
    case otherLayoutPrefix = 40
    case otherLayout = 45
    /// It begins so as it sounds, in either alphabet.
    case keyPrefix = 55
    case key = 70
    /// It begins with the very letters.
    case prefix = 80
    case exact = 100

    package static func < (left: SearchRank, right: SearchRank) -> Bool { left.rawValue < right.rawValue }
}

/// One word that was typed: as it is, and as the same keys write it in the other layout.
package struct QueryWord: Sendable, Hashable {
    /// Nil where only the other layout makes a word of the keys.
    let typed: SearchWord?
    let switched: SearchWord?

    /// How well a word fits; nil where it does not.
    ///
    /// The one measure of every search: the database finds candidates, and this decides.
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
    /// The word has as many letters as a slip needs, or would have without the slip.
    fileprivate func isTypo(of word: SearchWord) -> Bool {
        let (own, other) = (text.utf8.count, word.text.utf8.count)
        // Before anything is counted: each letter takes at most four bytes.
        guard own <= other * 2 + 8, other <= own * 2 + 8, mayHoldTypo, word.mayHoldTypo else { return false }
        let lengths = (length, word.length)
        guard max(lengths.0, lengths.1) >= Typo.lengthMin, min(lengths.0, lengths.1) >= Typo.lengthMin - 1
        else { return false }
        return Typo.isWithinOne(text, word.text) || Typo.isWithinOne(key, word.key)
    }
}

extension String {
    /// True where `other` begins with this text, byte by byte.
    fileprivate func begins(_ other: String) -> Bool { other.utf8.starts(with: utf8) }
}
