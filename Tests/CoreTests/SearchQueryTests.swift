import Core
import Storage
import Testing

struct SearchQueryTests {
    /// A type with one title, which every type has.
    private static let type = ContentType(
        "things",
        singular: "thing",
        title: Localized("Вещи", "Things"),
        titleField: "name",
        fields: [
            Field("name", .localizedText(lengthMax: 200), Localized("Название", "Name")),
            Field("other", .text(lengthMax: 200), Localized("Иначе", "Otherwise")).optional().searchable(
                .name
            ),
        ]
    )

    private static func score(_ query: String, _ title: String) -> Int? {
        let content = LiveContent(
            id: "",
            type: type,
            position: 0,
            createdAt: .earliest,
            body: ["name": ["ru": .string(title)]]
        )
        return SearchQuery(query)?.score(of: content.searchNames(of: type))
    }

    private static let found: [(query: String, titles: [String])] = [
        ("кофе", ["Кофе", "КОФЕ в подарок", "кофейня", "Coffee Orbit", "Kofe Haus", "Айс-кофе"]),
        ("kofe", ["Кофе", "Coffee Orbit", "Кофейня «Зерно»"]), ("coffee", ["Кофе", "Кофейня"]),
        ("ёлки", ["Елки", "ЁЛКИ-палки", "Elki", "Yolki"]), ("елки", ["«Ёлки»"]), ("elki", ["Ёлки"]),
        ("зара", ["Zara", "ZARA HOME", "Зара"]), ("zara", ["Зара", "Zara"]), ("зарра", ["Zara"]),
        ("rfat", ["Кафе", "Кафетерий"]), ("ящшь", ["Zoim"]), ("яфкф", ["Zara"]), ("j,edm", ["Обувь"]),
        ("[kt,", ["Хлеб"]), ("ghjlerns", ["Продукты"]),
        ("h&m", ["H&M", "H & M"]), ("hm", ["H&M"]), ("H M", ["H&M"]), ("м.видео", ["М.Видео", "M.Video"]),
        ("мвидео", ["М.Видео", "M.Video"]), ("mvideo", ["М.Видео"]),
        ("летуаль", ["Л'Этуаль", "Л’Этуаль", "ЛЭтуаль"]), ("л'этуаль", ["Летуаль", "Л’Этуаль"]),
        ("этуаль", ["Л'Этуаль"]), ("макдональдс", ["Макдоналдс", "Макдональдс"]),
        ("mcdonalds", ["McDonald's"]),
        ("shokoladnica", ["Шоколадница"]), ("shokoladnitsa", ["Шоколадница"]),
        ("щоколадница", ["Шоколадница", "Shokoladnitsa"]), ("шаколадница", ["Шоколадница"]),
        ("шокладница", ["Шоколадница"]), ("шооколадница", ["Шоколадница"]), ("шоокладница", ["Шоколадница"]),
        ("шоколадниц", ["Шоколадница"]), ("шоколадницаа", ["Шоколадница"]),
        ("пицца", ["Пица", "Pizza", "Pitsa"]),
        ("чай", ["Chai", "Чайхона"]), ("chay", ["Чай"]), ("жара", ["Zhara"]), ("xerox", ["Ксерокс"]),
        ("khleb", ["Хлеб"]), ("hleb", ["Хлеб"]), ("щи", ["Shchi"]), ("borsch", ["Борщ"]),
        ("юла", ["Yula", "Jula"]),
        ("яблоко", ["Yabloko", "Jabloko"]), ("wok", ["Вок"]), ("фото", ["Photo"]),
        ("центр", ["Centr", "Tsentr"]),
        ("съезд", ["Сезд", "S'ezd"]), ("cafe", ["Café", "Кафе"]), ("йога", ["Yoga", "\u{438}\u{306}ога"]),
        ("24", ["24/7", "2400"]), ("подарок кофе", ["Кофе в подарок"]), ("по ко", ["Кофе в подарок"]),
        ("фиша", ["Афиша"]),
    ]

    @Test(arguments: found)
    func `a query finds every way in which a name is written`(query: String, titles: [String]) {
        for title in titles { #expect(Self.score(query, title) != nil, "\(query) does not find \(title)") }
    }

    private static let missed: [(query: String, titles: [String])] = [
        ("кофе", ["Наскофе", "Чай"]), (String(repeating: "а", count: 40), ["Аа", "Ааа", "Арбат"]),
        ("зара", ["Зера", "Зора"]), ("zara", ["Zero"]), ("rf", ["Кафе"]),
        ("10000", ["10001", "1000"]), ("кофе чай", ["Кофе", "Чай"]), ("55", ["5"]), ("дом", ["Том", "До"]),
        ("шокаладнича", ["Шоколадница"]), ("эппл", ["Apple Store"]), ("стол", ["Стул"]), ("ьь", ["Кофе"]),
        ("каток", ["Котик"]),
    ]

    @Test(arguments: missed)
    func `what is too far away is not found`(query: String, titles: [String]) {
        for title in titles { #expect(Self.score(query, title) == nil, "\(query) finds \(title)") }
    }

    /// Texts from best to worst, each better than the next.
    private static let ranked: [(query: String, titles: [String])] = [
        ("кофе", ["Кофе", "Кофе и чай", "Вкусный кофе", "Весь Кофейник", "Мой kofe", "Три kofeman"]),
        ("zara", ["Zara", "Zara Home", "Новая Zara", "Наш Зара"]),
        ("кафель", ["Кафель", "Кафельный", "Kafel", "Kafelnaya", "Каыель"]),
        ("пряник", ["Наш пряник", "Наш пряников", "Наш pryanik", "Наш прянки"]),
        ("rfat", ["rfat", "Кафе", "Кафетерий"]),
    ]

    @Test(arguments: ranked)
    func `the closer stands above the less close`(query: String, titles: [String]) throws {
        let scores = try titles.map { try #require(Self.score(query, $0), "\(query) does not find \($0)") }

        for (index, pair) in zip(scores, scores.dropFirst()).enumerated() {
            #expect(pair.0 > pair.1, "\(query): \(titles[index]) above \(titles[index + 1])")
        }
    }

    @Test(arguments: ["", " ", "!!!", "«»", "%_%", "'\";--", "\0", "🎄🎁", "\u{301}\u{302}", "\n\t"])
    func `what has neither letter nor digit is no query`(text: String) {
        #expect(SearchQuery(text) == nil)
    }

    @Test func `nothing that is typed is too much`() {
        let zalgo = "к" + String(repeating: "\u{301}", count: 10_000) + "офе"
        let texts = [
            String(repeating: "а", count: 1 << 20), String(repeating: "а ", count: 1 << 19), zalgo,
            String(repeating: "h&", count: 1 << 19), String(repeating: "ﷺ", count: 100_000), "\0кофе\0",
            String(repeating: "[", count: 1 << 20), "‮кофе", "кофе%", "КОФЕ'); DROP TABLE contents; --",
        ]

        for text in texts {
            let query = SearchQuery(text)
            #expect((query?.alternatives ?? []).allSatisfy { $0.count <= 8 })
            _ = query?.score(of: [])
        }
        #expect(Self.score("\0кофе\0", "Кофе") != nil)
        #expect(Self.score("кофе", "к\u{301}о\u{302}фе") != nil)
        #expect(Self.score("кофе", String(repeating: "а", count: 100_000) + " кофе") != nil)
    }
}
