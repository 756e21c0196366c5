/// The skeleton of a word: what sounds alike in Russian and in Latin letters has the same.
///
/// `кофе`, `kofe` and `coffee` have the key `кофе`; `Шоколадница`, `Щоколадница` and `shokoladnitsa` have
/// `шоколадниса`. It is a rough one on purpose: words are ranked by how they are spelt, and only found by it.
enum SearchKey {
    /// The key of a folded word; empty for a word that has none, as `ь`.
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
        /// The last symbol stands for two letters.
        private var isDoubled = false

        /// Adds one letter; true where the next one was a part of it, as in `sh`.
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

        /// What a Latin letter is before `h`.
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

        /// Puts a symbol after the others; what two letters write in one alphabet and one in the other becomes one.
        private mutating func join(_ symbol: Unicode.Scalar) {
            let wasDoubled = isDoubled
            isDoubled = false
            guard let last = symbols.last else { return symbols.append(symbol) }
            switch (last, symbol) {
            case ("0"..."9", "0"..."9"): symbols.append(symbol)
            // Nobody spells with three alike.
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

        /// Takes the last symbol away first, as the new one may meet its like before it.
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
