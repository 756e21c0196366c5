import Apps
import Core
import TestSupport
import Testing

/// The search of an app among the shops.
struct ShopSearchTests {
    // M30, M31
    @Test func `a name is found in either script, by a slip and on the wrong layout`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let zara = try await vitrina.shop(in: [food], ["name": ["ru": "ZARA"]])
            let hm = try await vitrina.shop(in: [food], ["name": ["ru": "H&M"]])
            let choco = try await vitrina.shop(in: [food], ["name": ["ru": "Шоколадница"]])
            let trees = try await vitrina.shop(in: [food], ["name": ["ru": "«Ёлки»"]])
            let beauty = try await vitrina.shop(
                in: [food],
                ["name": ["ru": "Л'Этуаль", "en": "L'Etoile"], "name_transliterated": "Летуаль"]
            )

            for (words, shop) in [
                ("зара", zara), ("ZARA", zara), ("яфкф", zara), ("h&m", hm), ("hm", hm),
                ("shokoladnica", choco),
                ("щоколадница", choco), ("шаколадница", choco), ("ijrjkflybwf", choco), ("елки", trees),
                ("elki", trees), ("летуаль", beauty), ("letoile", beauty), ("этуаль", beauty),
                ("л’этуаль", beauty),
            ] {
                #expect(try await vitrina.shops(named: words) == [shop], "\(words)")
            }
        }
    }

    // M32
    @Test func `case does not matter, a part is enough, and nothing found is an empty list`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let shop = try await vitrina.shop(in: [food], ["name": ["ru": "Coffee Орбита"]])

            for words in ["орБИТ", "рбит", "FFEE О", "орбита кофе", "кофе", "offee"] {
                #expect(try await vitrina.shops(named: words) == [shop], "\(words)")
            }
            for words in [
                "кофта", "нет такого", "!!!", "%", "_", "'", "\u{0}", "🎄",
                String(repeating: "я", count: 3_000),
            ] {
                let reply = try await vitrina.app("/shops?name=\(percentEncoded(words))")
                #expect(reply.status == 200, "\(words.prefix(20))")
                #expect(reply.text == "[]", "\(words.prefix(20))")
            }
        }
    }

    // M31, M33
    @Test func `a tag finds its shop, and the closest name stands first`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let tag = try await vitrina.publish(
                Tags.self,
                ["name": ["ru": "кофе с собой", "en": "coffee to go"]]
            )
            let names = ["Айс-кофе", "Кофе", "Кофейня"]
            var ids: [String] = []
            for name in names {
                ids.append(try await vitrina.shop(in: [food], ["name": ["ru": .string(name)]]))
            }
            let tagged = try await vitrina.shop(
                in: [food],
                ["name": ["ru": "Apple"], "tags": [.string(tag)]]
            )

            let found = try await vitrina.shops(named: "кофе")
            #expect(found == [ids[1], ids[2], ids[0], tagged])
            #expect(try await vitrina.shops(named: "coffee") == [ids[1], ids[2], tagged, ids[0]])
            #expect(try await vitrina.shops(named: "apple собой") == [tagged])
            let page = try await vitrina.ids("/shops?name=\(percentEncoded("кофе"))&start=1&offset=2")
            #expect(page == Array(found[1...2]))
            let section = "/shops?name=\(percentEncoded("кофе"))&categoryId=\(food)&subcategoryIds[]=\(food)"
            #expect(try await vitrina.ids(section) == [])

            try await vitrina.change(ids[1], of: Shops.self, ["name": ["ru": "Чай"]])
            #expect(try await vitrina.shops(named: "кофе") == [ids[2], ids[0], tagged])
        }
    }
}

extension Vitrina {
    fileprivate func shops(named words: String) async throws -> [String] {
        try await ids("/shops?name=\(percentEncoded(words))")
    }
}

private func percentEncoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
