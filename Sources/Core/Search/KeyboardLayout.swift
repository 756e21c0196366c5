/// The two layouts of a Russian keyboard, ЙЦУКЕН and QWERTY.
enum KeyboardLayout {
    private static let rows: [(latin: String, cyrillic: String)] = [
        ("`qwertyuiop[]", "ёйцукенгшщзхъ"), ("asdfghjkl;'", "фывапролджэ"), ("zxcvbnm,.", "ячсмитьбю"),
        ("~QWERTYUIOP{}", "ЁЙЦУКЕНГШЩЗХЪ"), ("ASDFGHJKL:\"", "ФЫВАПРОЛДЖЭ"), ("ZXCVBNM<>", "ЯЧСМИТЬБЮ"),
    ]
    private static let cyrillicByLatin = table(rows.map { ($0.latin, $0.cyrillic) })
    private static let latinByCyrillic = table(rows.map { ($0.cyrillic, $0.latin) })

    private static func table(_ rows: [(from: String, to: String)]) -> [Unicode.Scalar: Unicode.Scalar] {
        let pairs = rows.flatMap { zip($0.from.unicodeScalars, $0.to.unicodeScalars) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The text that the same keys type in the other layout; nil if the text has letters of both alphabets or of none.
    static func switched(_ text: some StringProtocol) -> String? {
        let isLatin = text.unicodeScalars.contains { "a"..."z" ~= $0 || "A"..."Z" ~= $0 }
        let isCyrillic = text.unicodeScalars.contains { latinByCyrillic[$0] != nil }
        guard isLatin != isCyrillic else { return nil }
        let table = isLatin ? cyrillicByLatin : latinByCyrillic
        var result = String.UnicodeScalarView()
        result.append(contentsOf: text.unicodeScalars.map { table[$0] ?? $0 })
        return String(result)
    }
}
