/// Makes a slug, the part of an address that identifies an entry, from its title.
package enum Slug {
    /// Latin words joined by hyphens; empty if the title has no letter or digit that can be transliterated.
    ///
    /// Russian is transliterated as in the apps' own addresses: `Самолёты` is `samolety`, `Люди` is `lyudi`.
    package static func made(of title: String) -> String {
        var slug = ""
        var isBetween = false
        for character in title.lowercased() {
            guard let letters = letters(character) else {
                isBetween = true
                continue
            }
            if letters.isEmpty { continue }
            if isBetween, !slug.isEmpty { slug += "-" }
            isBetween = false
            slug += letters
        }
        return Identifier.normalized(slug) == nil ? shortened(slug) : "id-" + shortened(slug)
    }

    /// True if the slug is the one made of the title, with or without a number as its suffix.
    static func isMade(_ slug: String, of title: String) -> Bool {
        let base = made(of: title)
        guard !base.isEmpty, slug.hasPrefix(base) else { return false }
        let rest = slug.dropFirst(base.count)
        return rest.isEmpty || rest.first == "-" && rest.dropFirst().allSatisfy { $0.isHexDigit }
    }

    /// At most `Limits.madeSlugLengthMax` bytes, cut between two words if there are several.
    private static func shortened(_ slug: String) -> String {
        let max = Limits.madeSlugLengthMax
        guard slug.utf8.count > max else { return slug }
        let cut = slug.prefix(max + 1)
        if let end = cut.lastIndex(of: "-"), end > cut.startIndex { return String(cut[..<end]) }
        return String(slug.prefix(max))
    }

    /// Nil for a word separator, empty for a character that is dropped.
    private static func letters(_ character: Character) -> String? {
        if let known = spelled[character] { return known }
        // The base letter without its diacritics.
        let plain = character.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        var letters = ""
        for scalar in plain.flatMap({ String($0).compatibilityDecomposed.unicodeScalars }) {
            switch scalar {
            case "a"..."z", "0"..."9": letters.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .nonspacingMark: break
            case _: return quotes.contains(character) ? "" : nil
            }
        }
        return letters
    }

    /// Quotes and apostrophes, which occur within a word as well as around one.
    private static let quotes: Set<Character> = ["'", "’", "ʼ", "`"]

    private static let spelled: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i",
        "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
        "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y",
        "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u",
        "&": "and", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "ı": "i",
    ]
}
