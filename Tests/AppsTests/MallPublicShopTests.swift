import Apps
import Core
import HTTPTypes
import TestSupport
import Testing

/// «Магазины», the catalogue and its search, as the app reads them.
struct MallPublicShopTests {
    // M24, M25, M27, M28, M29, M33, M35, M36, M141
    @Test(arguments: TestDatabase.all)
    func `a shop in a list is exactly what the contract says`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.image()
            let url = JSON.string("https://mall.example/media/\(image)")
            let food = try await vitrina.category("food", ["has_filter": true, "is_search": false])
            let coffee = try await vitrina.publish(
                Subcategories.self,
                ["name": ["ru": "Кофе"], "category": .string(food)]
            )
            let shop = try await vitrina.shop(
                in: [food],
                [
                    "subcategories": [.string(coffee)], "logo": .string(image), "images": [.string(image)],
                    "site_url": "https://zerno.example/", "floor": -2,
                    "description": ["ru": "Кофе &#8212; рядом"],
                ]
            )

            let item: JSON = [
                "id": .string(shop), "name": "Зерно", "logo_url": url, "site_url": "https://zerno.example/",
                "sitemap": .null, "floor": -2, "description": "Кофе — рядом",
                "category": [["id": .string(food), "name": "Раздел food", "slug": "food"]],
                "subcategory": [["id": .string(coffee), "name": "Кофе"]], "images": [["url": url]],
            ]
            let lists = [
                "/shops", "/shops/category/slug/food", "/shops/category/\(food)",
                "/shops/subcategory/\(coffee)",
            ]
            for path in lists { #expect(try await vitrina.app(path).json == .array([item]), "\(path)") }
            let category: JSON = [
                "id": .string(food), "name": "Раздел food", "is_search": false, "slug": "food",
                "has_filter": true,
            ]
            #expect(try await vitrina.app("/categories/slug/food").json == category)
            #expect(try await vitrina.app("/categories").json == .array([category]))
            #expect(
                try await vitrina.app("/categories/\(food)/subcategories").json
                    == [["id": .string(coffee), "name": "Кофе"]]
            )
        }
    }

    // M37, M38, M40
    @Test func `a shop's page carries its offers and its running promotions`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let shop = try await vitrina.shop(in: [food], ["cashback": 12])
            let other = try await vitrina.shop(in: [food])
            let offer = try await vitrina.offer(of: shop)
            _ = try await vitrina.offer(of: other)
            let promotion = try await vitrina.promotion(["shop": .string(shop)])
            _ = try await vitrina.promotion(["shop": .string(other)])
            _ = try await vitrina.promotion(["shop": .string(shop), "live_from": "2026-12-01T00:00:00Z"])

            let json = try await vitrina.app("/shops/\(shop)?mobileUserId=").json
            #expect(
                json == [
                    "id": .string(shop), "name": "Зерно", "logo_url": "", "site_url": "", "sitemap": .null,
                    "floor": 2,
                    "description": "", "images": [], "cashback": 12,
                    "promotions": [
                        [
                            "id": .string(promotion), "title": "Акция", "logo_url": "", "disclaimer": "",
                            "start_date": "1793491200", "finish_date": "1798750799",
                        ]
                    ],
                    "offers": .array([try await vitrina.app("/offers/\(offer)").json]),
                ]
            )
            #expect(try await vitrina.ids("/shops/\(shop)/promotions") == [promotion])
        }
    }

    // M17, M19, M26
    @Test func `the services block holds the flagged shops of its category alone`() async throws {
        try await withVitrina { vitrina in
            let services = try await vitrina.category("services")
            let food = try await vitrina.category("food")
            let flagged = try await vitrina.shop(in: [services], ["on_home": true])
            let plain = try await vitrina.shop(in: [services, food])
            let elsewhere = try await vitrina.shop(in: [food], ["on_home": true])

            #expect(try await vitrina.ids("/shops/category/slug/services/?on_home=true") == [flagged])
            #expect(try await vitrina.ids("/shops/category/slug/services?on_home=false") == [plain])
            #expect(try await vitrina.ids("/shops/category/slug/food?on_home=true") == [elsewhere])
            #expect(try await vitrina.app("/shops/category/slug/no-such?on_home=true").status == 400)
        }
    }

    // M25, S3: sorted by name, case-insensitive, ё next to е.
    @Test func `shops and subcategories stand as in a dictionary`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let names = ["яблоко", "ёлка", "Ель", "Zara", "apple", "Еда", "Ёж"]
            for name in names {
                _ = try await vitrina.shop(in: [food], ["name": ["ru": .string(name)]])
                _ = try await vitrina.publish(
                    Subcategories.self,
                    ["name": ["ru": .string(name)], "category": .string(food)]
                )
            }

            for path in ["/shops/category/slug/food", "/shops", "/categories/\(food)/subcategories"] {
                let sorted = try await vitrina.app(path).json.array?.compactMap { $0["name"]?.string }
                #expect(sorted == ["apple", "Zara", "Еда", "Ёж", "ёлка", "Ель", "яблоко"], "\(path)")
            }
        }
    }

    // M29
    @Test func `filters keep the shops of a category and of any of several subcategories`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let sport = try await vitrina.category("sport")
            var sections: [String] = []
            var shops: [String] = []
            for name in ["1", "2", "3"] {
                let section = try await vitrina.publish(
                    Subcategories.self,
                    ["name": ["ru": .string(name)], "category": .string(food)]
                )
                sections.append(section)
                shops.append(
                    try await vitrina.shop(
                        in: [food],
                        ["name": ["ru": .string(name)], "subcategories": [.string(section)]]
                    )
                )
            }
            let other = try await vitrina.shop(in: [sport], ["name": ["ru": "4"]])

            #expect(try await vitrina.ids("/shops?categoryId=\(food)") == shops)
            #expect(try await vitrina.ids("/shops?categoryId=\(sport.uppercased())") == [other])
            for key in ["subcategoryIds[]", "subcategoryIds%5B%5D", "subcategoryIds", "subcategoryIds[0]"] {
                let two = "/shops?\(key)=\(sections[0])&\(key)=\(sections[2])"
                #expect(try await vitrina.ids(two) == [shops[0], shops[2]], "\(key)")
            }
            #expect(
                try await vitrina.ids("/shops?subcategoryIds=\(sections[0]),\(sections[1])") == [
                    shops[0], shops[1],
                ]
            )
            #expect(try await vitrina.ids("/shops?categoryId=\(sport)&subcategoryIds[]=\(sections[0])") == [])
            #expect(try await vitrina.ids("/shops?categoryId=x") == [])
            #expect(try await vitrina.ids("/shops?categoryId=&name=&subcategoryIds[]=").count == 4)
        }
    }

    // M30, M31, M32
    @Test func `a search finds a name in either script, a tag, and any case`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let tag = try await vitrina.publish(Tags.self, ["name": ["ru": "Ёлочка", "en": "Fir"]])
            let zara = try await vitrina.shop(
                in: [food],
                [
                    "name": ["ru": "ZARA", "en": "Zara Home"], "name_transliterated": "Зара",
                    "tags": [.string(tag)],
                ]
            )
            _ = try await vitrina.shop(in: [food], ["name": ["ru": "Ёж & Co", "en": "Hedgehog"]])

            for words in ["zar", "ZARA", "зара", "ЗАР", "home", "елочк", "ЁЛО", "fir", " zara "] {
                let query = words.addingPercentEncoding
                #expect(try await vitrina.ids("/shops?name=\(query)") == [zara], "\(words)")
            }
            for words in ["еж", "%26%20co", "hedge"] {
                let query = words.contains("%") ? words : words.addingPercentEncoding
                #expect(try await vitrina.ids("/shops?name=\(query)").count == 1, "\(words)")
            }
            #expect(try await vitrina.app("/shops?name=nothing").text == "[]")
        }
    }

    // M28
    @Test(arguments: TestDatabase.all)
    func `a category lists its own published subcategories and no other's`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let (food, sport) = (try await vitrina.category("food"), try await vitrina.category("sport"))
            let cinema = try await vitrina.category("cinema")
            var ids: [String: [String]] = [food: [], sport: [], cinema: []]
            for (category, name) in [(food, "Кофейни"), (food, "Пекарни"), (sport, "Бассейн")] {
                let fields: [String: JSON] = [
                    "name": ["ru": .string(name)], "category": .string(category),
                ]
                ids[category]?.append(try await vitrina.publish(Subcategories.self, fields))
            }
            let hidden: [String: JSON] = ["name": ["ru": "Каток"], "category": .string(cinema)]
            _ = try await vitrina.draft(Subcategories.self, hidden)
            for (slug, category) in [("food", food), ("sport", sport), ("cinema", cinema)] {
                let id = try await vitrina.app("/categories/slug/\(slug)").json["id"]?.string ?? ""
                #expect(id == category)
                let path = "/categories/\(id)/subcategories"
                #expect(try await vitrina.ids(path) == ids[category], "\(slug)")
            }
            #expect(try await vitrina.app("/categories/\(cinema)/subcategories").text == "[]")
        }
    }

    // S2, S3, S8: the documented answers for missing objects.
    @Test func `what is not there is an empty list or a refusal, as documented`() async throws {
        try await withVitrina { vitrina in
            let other = "00000000-0000-7000-8000-000000000000"
            for path in [
                "/categories/slug/no-such", "/categories/\(other)/subcategories",
                "/categories/x/subcategories",
            ] {
                let reply = try await vitrina.app(path)
                #expect(reply.status == 200, "\(path)")
                #expect(reply.text == "[]", "\(path)")
            }
            let refused = [
                "/shops/\(other)", "/shops/x", "/shops/category/slug/no-such", "/shops/category/\(other)",
                "/shops/subcategory/\(other)", "/news/\(other)", "/promotions/x", "/events/\(other)",
            ]
            for path in refused {
                let reply = try await vitrina.app(path)
                #expect(reply.status == 400, "\(path)")
                #expect(
                    Set(reply.json.object?.keys.sorted() ?? []) == ["error_message", "error_text"],
                    "\(path)"
                )
            }
            let promotions = try await vitrina.app("/shops/\(other)/promotions")
            #expect(promotions.status == 400)
            #expect(promotions.json["error_code"] == 10)
            #expect(promotions.json["error_message"] == "Такой записи нет.")
        }
    }

    @Test func `what is taken back leaves the lists that named it`() async throws {
        try await withVitrina { vitrina in
            let (food, sport) = (try await vitrina.category("food"), try await vitrina.category("sport"))
            let shop = try await vitrina.shop(in: [food, sport])

            try await vitrina.unpublish(sport, of: Categories.self)

            let names = try await vitrina.app("/shops").json.array?.first?["category"]?.array?.map {
                $0["slug"]
            }
            #expect(names == ["food"])
            #expect(try await vitrina.app("/shops/category/slug/sport").status == 400)
            #expect(try await vitrina.ids("/shops/category/slug/food") == [shop])
        }
    }
}

extension String {
    fileprivate var addingPercentEncoding: String {
        utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
