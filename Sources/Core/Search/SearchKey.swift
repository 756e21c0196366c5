/// The phonetic key of a word, equal for words that sound alike in Russian and in Latin letters.
///
/// `кофе`, `kofe` and `coffee` have the key `кофе`; `Шоколадница`, `Щоколадница` and `shokoladnitsa` have
/// `шоколадниса`. It is coarse on purpose: words are found by it, and ranked by their spelling.
enum SearchKey {
    /// The key of a folded word; empty for a word without sounds, such as `ь`.
    static func of(_ word: String) -> String {
        var key = Builder()
        let letters = Array(word.unicodeScalars)
        var index = 0
        while index < letters.count {
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            index += key.add(letters[index], before: next) ? 2 : 1
        }
        return String(key.symbols)
    }

    private struct Builder {
        var symbols = String.UnicodeScalarView()
        /// True if the last symbol represents two letters.
        private var isDoubled = false

        /// Adds one letter; true if the next one was a part of it, as in `sh`.
        mutating func add(_ letter: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
            if next == "h", let symbol = Self.breathed(letter) {
                join(symbol)
                return true
            }
            switch letter {
            case "c": join(next == "e" || next == "i" || next == "y" ? "с" : "к")
            case "x":
                join("к")
                join("с")
            case "ь", "ъ": break
            case _: join(Self.symbol(of: letter))
            }
            return false
        }

        /// The symbol of a Latin letter before `h`.
        private static func breathed(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
            switch letter {
            case "s": "ш"
            case "z": "ж"
            case "c": "ч"
            case "k": "х"
            case "p": "ф"
            case "t": "т"
            case _: nil
            }
        }

        /// Appends a symbol; a sound of two letters in one alphabet and one in the other becomes one symbol.
        private mutating func join(_ symbol: Unicode.Scalar) {
            let wasDoubled = isDoubled
            isDoubled = false
            guard let last = symbols.last else { return symbols.append(symbol) }
            switch (last, symbol) {
            case ("0"..."9", "0"..."9"): symbols.append(symbol)
            // A doubled letter counts once; a third one in a row is a new symbol.
            case _ where last == symbol && !wasDoubled: isDoubled = true
            case ("т", "с"): replaceLast("с")
            case ("т", "ч"): replaceLast("ч")
            case ("с", "ч"), ("ш", "ч"): replaceLast("ш")
            case ("и", "а"), ("и", "я"): replaceLast("я")
            case ("и", "у"), ("и", "ю"): replaceLast("ю")
            case ("и", "о"), ("и", "е"): replaceLast("е")
            case (_, _): symbols.append(symbol)
            }
        }

        /// Removes the last symbol before joining, because the new one may equal the symbol before it.
        private mutating func replaceLast(_ symbol: Unicode.Scalar) {
            symbols.removeLast()
            join(symbol)
        }

        private static func symbol(of letter: Unicode.Scalar) -> Unicode.Scalar {
            switch letter {
            case "a": "а"
            case "b": "б"
            case "d": "д"
            case "e", "э", "є": "е"
            case "f": "ф"
            case "g", "ґ": "г"
            case "h": "х"
            case "i", "j", "y", "й", "ы", "і", "ї": "и"
            case "k", "q": "к"
            case "l": "л"
            case "m": "м"
            case "n": "н"
            case "o": "о"
            case "p": "п"
            case "r": "р"
            case "s", "ц": "с"
            case "t": "т"
            case "u", "ў": "у"
            case "v", "w": "в"
            case "z": "з"
            case "щ": "ш"
            case _: letter
            }
        }
    }
}
