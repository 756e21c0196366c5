import Core
import Testing

@testable import vitrina

struct OutputTests {
    @Test(arguments: [
        ("Coffee", 6), ("Кофе", 4), ("Ёлка й", 6), ("咖啡", 4), ("カフェ", 6), ("한글", 4), ("☕", 2), ("👨‍👩‍👧", 2),
        ("e\u{301}", 1), ("❤\u{FE0F}", 2), ("a\u{200B}b", 2), ("", 0),
    ])
    func `a width is what the terminal shows`(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(arguments: [
        ("Кофейня", 7, "Кофейня"), ("Кофейня", 6, "Кофей…"), ("咖啡店", 5, "咖啡…"), ("咖啡店", 4, "咖…"),
        ("Кофе", 1, "…"), ("Кофе", 0, ""),
    ])
    func `a text is cut with an ellipsis`(text: String, width: Int, cut: String) {
        #expect(text.cut(to: width) == cut)
    }

    @Test func `columns stand under each other whatever they hold`() {
        let table = Table(
            [
                Table.Column("ID"), Table.Column("НАЗВАНИЕ", isFlexible: true),
                Table.Column("N", isNumber: true),
            ],
            rows: [["1", "Кофе", "5"], ["22", "咖啡", "100"]]
        )

        let text = table.text(width: nil, style: .plain)

        #expect(
            text == """
                ID  НАЗВАНИЕ    N
                1   Кофе        5
                22  咖啡      100
                """
        )
    }

    @Test func `only a terminal cuts, and the title gives way first`() {
        let title = "Кофе в подарок к любому завтраку по будням"
        let table = Table(
            [Table.Column("ID"), Table.Column("TITLE", isFlexible: true), Table.Column("STATE")],
            rows: [["0123456789", title, "live"]]
        )

        let narrow = table.text(width: 40, style: .plain)

        #expect(table.text(width: nil, style: .plain).contains(title))
        #expect(narrow.split(separator: "\n").allSatisfy { $0.displayWidth <= 40 })
        #expect(narrow.contains("0123456789  Кофе в подарок к люб…"))
        #expect(narrow.contains("live"))
    }

    @Test func `what is shown only once is never cut`() {
        let secret = String(repeating: "x", count: 60)
        let table = Table(secret: [(name: "token", value: secret)])

        #expect(table.text(width: 20, style: .plain) == "token  \(secret)")
    }

    @Test(arguments: ["\u{1B}[2J", "\u{7}", "\r", "\n", "\u{9B}31m", "\u{202E}", "\u{2066}", "\u{2028}"])
    func `a title cannot command the terminal`(nasty: String) {
        let table = Table([Table.Column("TITLE")], hasHeader: false, rows: [["a\(nasty)b"]])
        let failure = Failure(.data, "invalid", Localized(same: "a\(nasty)b"))

        let texts =
            [table.text(width: nil, style: .plain)]
            + failure.lines(in: .en, style: Style(usesColor: false))

        for text in texts { #expect(!text.unicodeScalars.contains { nasty.unicodeScalars.first == $0 }) }
    }

    @Test func `only colours pass among the escapes`() {
        let red = Style(usesColor: true).bad("error:")

        #expect(printable(red, keeping: Style(usesColor: true)) == red)
        #expect(!printable(red, keeping: .plain).contains("\u{1B}"))
        #expect(!printable("\u{1B}[2J", keeping: Style(usesColor: true)).contains("\u{1B}"))
    }

    private static let environments: [([String: String], Language)] = [
        (["LANG": "ru_RU.UTF-8"], Language.ru), (["LANG": "en_GB.UTF-8"], .en), ([:], .en),
        (["LC_ALL": "C", "LANG": "ru_RU.UTF-8"], .en), (["LC_MESSAGES": "ru", "LANG": "en"], .ru),
        (["LC_ALL": "", "LANG": "ru"], .ru), (["VITRINA_LANGUAGE": "en", "LANG": "ru"], .en),
        (["VITRINA_LANGUAGE": "RU"], .ru), (["VITRINA_LANGUAGE": "fr", "LANG": "ru"], .ru),
    ]

    @Test(arguments: environments)
    func `the language is that of the environment`(environment: [String: String], language: Language) {
        #expect(Terminal.language(environment) == language)
    }

    @Test(arguments: [("offrs", "offers"), ("prot", "port"), ("kost", "cost"), ("OFFERS", "offers")])
    func `a slip has a neighbour`(word: String, meant: String) {
        #expect(["offers", "port", "cost", "news"].nearest(to: word) == meant)
    }

    @Test func `a word like none has no neighbour`() {
        #expect(["offers", "news"].nearest(to: "quux") == nil)
    }
}
