import Core
import Testing

struct TextDiffTests {
    @Test(arguments: [
        ("", "", ""),
        ("кофе", "кофе", "=кофе"),
        ("", "кофе", "+кофе"),
        ("кофе", "", "-кофе"),
        ("Кофе в подарок", "Чай в подарок", "-Кофе|+Чай|= в подарок"),
        ("Кофе в подарок", "Кофе и чай в подарок", "=Кофе |+и чай |=в подарок"),
        ("до 18:00", "до 19:00", "=до |-18|+19|=:00"),
        ("<p>Раз</p>", "<p>Два</p>", "=<p>|-Раз|+Два|=</p>"),
        ("a b c", "c b a", "-a|+c|= b |-c|+a"),
    ])
    func `texts are compared word by word`(before: String, after: String, expected: String) {
        let parts = TextDiff(from: before, to: after).parts.map { part in
            switch part.kind {
            case .same: "=" + part.text
            case .removed: "-" + part.text
            case .added: "+" + part.text
            }
        }

        #expect(parts.joined(separator: "|") == expected)
    }

    @Test func `both texts can be put together again`() {
        var words = ["кофе", "и", "чай", "<b>", "</b>", " ", "\n", "🎄", "é", "5", "-"]
        for _ in 0..<200 {
            let before = (0..<Int.random(in: 0...40)).map { _ in words.randomElement() ?? "" }.joined()
            words.shuffle()
            let after = (0..<Int.random(in: 0...40)).map { _ in words.randomElement() ?? "" }.joined()

            let parts = TextDiff(from: before, to: after).parts

            #expect(parts.filter { $0.kind != .added }.map(\.text).joined() == before)
            #expect(parts.filter { $0.kind != .removed }.map(\.text).joined() == after)
        }
    }

    @Test func `a huge text without anything in common is one change`() {
        let before = (0..<20_000).map { "a\($0) " }.joined()
        let after = (0..<20_000).map { "b\($0) " }.joined()

        let parts = TextDiff(from: before, to: after).parts

        #expect(parts.filter { $0.kind != .added }.map(\.text).joined() == before)
        #expect(parts.filter { $0.kind != .removed }.map(\.text).joined() == after)
    }
}
