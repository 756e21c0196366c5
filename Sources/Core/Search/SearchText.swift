/// Splits texts into the words that the search compares.
enum SearchText {
    /// The length to which a word is cut for comparison.
    fileprivate static let searchWordLengthMax = 32

    /// A word of a text, folded, with its range.
    struct Token {
        let word: String
        let range: Range<String.Index>
        /// True if only one sign separates it from the token before, as in `Л'Этуаль`, `H&M` and `М.Видео`.
        let isJoined: Bool
    }

    /// The words of a text, at most `max` of them; each is cut to `Self.searchWordLengthMax` letters.
    static func tokens(of text: String, max: Int = .max) -> [Token] {
        var tokens: [Token] = []
        var word = SearchFold()
        var start: String.Index?
        var isJoined = false
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex, tokens.count < max {
            let scalar = scalars[index]
            switch SearchFold.kind(of: scalar) {
            case .letter:
                if start == nil { start = index }
                word.append(scalar)
            case .mark: word.appendMark(scalar)
            case .joint, .other:
                let ended = word.take()
                if let ended, let begin = start {
                    tokens.append(Token(word: ended, range: begin..<index, isJoined: isJoined))
                }
                // Two signs, or one that follows no word, join nothing.
                isJoined = ended != nil && SearchFold.kind(of: scalar) == .joint
                start = nil
            }
            index = scalars.index(after: index)
        }
        if tokens.count < max, let ended = word.take(), let start {
            tokens.append(Token(word: ended, range: start..<scalars.endIndex, isJoined: isJoined))
        }
        return tokens
    }

    /// The words of a text, with those that words joined by a sign make (`mvideo`).
    static func words(of text: String, max: Int) -> [Word] {
        let tokens = tokens(of: text, max: max)
        let chains = chains(of: tokens)
        let words = tokens.enumerated().map { index, token in
            Word(text: token.word, isFirst: index == 0, isWhole: tokens.count == 1)
        }
        let joined = chains.enumerated().compactMap { index, chain -> Word? in
            guard chain.count > 1, let text = Self.joined(chain) else { return nil }
            return Word(text: text, isFirst: index == 0, isWhole: chains.count == 1)
        }
        return words + joined
    }

    /// A word of an indexed text.
    struct Word {
        let text: String
        /// True if the text begins with it.
        let isFirst: Bool
        /// True if it is the only word of the text.
        let isWhole: Bool
    }

    /// The tokens in groups joined by signs; most groups have one.
    static func chains(of tokens: [Token]) -> [[String]] {
        tokens.reduce(into: []) { chains, token in
            if token.isJoined, !chains.isEmpty {
                chains[chains.count - 1].append(token.word)
            } else {
                chains.append([token.word])
            }
        }
    }

    /// The word that a chain makes; nil if it is longer than names are.
    static func joined(_ chain: [String]) -> String? {
        guard chain.count <= chainLengthMax else { return nil }
        return String(chain.joined().unicodeScalars.prefix(Self.searchWordLengthMax))
    }

    private static let chainLengthMax = 4
}

/// Folds one word letter by letter: lower case, `ё` as `е`, no accents.
struct SearchFold {
    enum Kind {
        case letter, mark, joint, other
    }

    private var scalars = String.UnicodeScalarView()
    private var count = 0

    static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x410...0x44F, 0x401, 0x451: .letter
        case 0x26, 0x27, 0x2B, 0x2D, 0x2E, 0x2F, 0x5F, 0x60, 0xAD, 0xB4, 0x2010, 0x2011, 0x2019, 0x2BC:
            .joint
        case 0..<0x80: .other
        case _: rareKind(of: scalar)
        }
    }

    private static func rareKind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber:
            .letter
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: .mark
        case _: .other
        }
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        guard count < SearchText.searchWordLengthMax else { return }
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A, 0x430...0x44F: add(scalar)
        case 0x41...0x5A, 0x410...0x42F: add(Unicode.Scalar(scalar.value + 0x20) ?? scalar)
        case 0x401, 0x451: add("е")
        case _:
            let plain = scalar.properties.lowercaseMapping.compatibilityDecomposed
            for part in plain.unicodeScalars where Self.kind(of: part) == .letter { add(part) }
        }
    }

    /// Composes `й` if it comes as two scalars; every other mark is dropped.
    mutating func appendMark(_ mark: Unicode.Scalar) {
        guard mark == "\u{306}", scalars.last == "и" else { return }
        scalars.removeLast()
        scalars.append("й")
    }

    /// Returns the folded word and starts an empty one; nil if there was none.
    mutating func take() -> String? {
        defer {
            scalars = String.UnicodeScalarView()
            count = 0
        }
        return scalars.isEmpty ? nil : String(scalars)
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        guard count < SearchText.searchWordLengthMax else { return }
        scalars.append(scalar)
        count += 1
    }
}
