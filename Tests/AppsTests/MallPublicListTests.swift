import Apps
import Core
import HTTPTypes
import TestSupport
import Testing

/// Rules of every list and every refusal of the mall.
struct MallPublicListTests {
    static let lists = [
        "/offers", "/news/with/promotions-and-event", "/news/with/promotions", "/promotions", "/events",
        "/shops",
        "/shops/category/slug/services",
    ]

    // M34, M20
    @Test(arguments: TestDatabase.all)
    func `pages follow each other without a gap or a repeat`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let services = try await vitrina.category("services")
            for number in 0..<23 {
                let shop = try await vitrina.shop(
                    in: [services],
                    ["name": ["ru": .string("Магазин \(number % 5)")]]
                )
                _ = try await vitrina.offer(of: shop)
                _ = try await vitrina.news()
                _ = try await vitrina.promotion()
                _ = try await vitrina.event()
            }

            for path in Self.lists + ["/shops/category/\(services)"] {
                let all = try await vitrina.ids("\(path)?offset=500")
                #expect(Set(all).count == all.count, "\(path)")
                var pages: [String] = []
                for start in stride(from: 0, through: all.count, by: 7) {
                    pages += try await vitrina.ids("\(path)?start=\(start)&offset=7")
                }
                #expect(pages == all, "\(path)")
                let standard = path.hasSuffix(services) ? 20 : 15
                #expect(try await vitrina.ids(path) == Array(all.prefix(standard)), "\(path)")
                #expect(try await vitrina.ids("\(path)?start=\(all.count)") == [], "\(path)")
                #expect(try await vitrina.ids("\(path)?offset=0") == [], "\(path)")
            }
        }
    }

    // M136, M137
    @Test(arguments: [
        "start=-1", "start=x", "start=99999999999999999999", "start=1000001", "offset=-1", "offset=501",
        "offset=1.5",
        "offset=%00", "offset=1e2",
    ])
    func `a page that cannot be is refused in words`(query: String) async throws {
        try await withVitrina { vitrina in
            _ = try await vitrina.category("services")
            for path in Self.lists {
                let reply = try await vitrina.app("\(path)?\(query)")

                #expect(reply.status == 400, "\(path)")
                #expect(reply.json["error_text"]?.string?.isEmpty == false)
                #expect(reply.json["error_text"] == reply.json["error_message"])
            }
        }
    }

    @Test(arguments: ["on_home=maybe", "on_home=2", "on_home=%D0%B4%D0%B0"])
    func `a flag is true or false`(query: String) async throws {
        try await withVitrina { vitrina async throws in
            #expect(try await vitrina.app("/offers?\(query)").status == 400)
            #expect(try await vitrina.app("/offers?on_home=").status == 200)
            #expect(try await vitrina.app("/offers?on_home=1").status == 200)
        }
    }

    // M19, M136, M142
    @Test(arguments: lists.dropLast() + ["/categories"])
    func `nothing is an empty list`(path: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.app(path)

            #expect(reply.status == 200)
            #expect(reply.text == "[]")
            #expect(reply.headers[.contentType] == "application/json; charset=utf-8")
        }
    }

    // M138
    @Test(arguments: lists + ["/categories", "/categories/slug/services"])
    func `a slash at the end changes nothing`(path: String) async throws {
        try await withVitrina { vitrina in
            let services = try await vitrina.category("services")
            _ = try await vitrina.offer(of: try await vitrina.shop(in: [services]))

            let reply = try await vitrina.app("\(path)/?start=0")
            #expect(reply.status == 200)
            #expect(reply.json == (try await vitrina.app("\(path)?start=0").json))
        }
    }

    // M137
    @Test func `unknown addresses and wrong methods are JSON errors`() async throws {
        try await withVitrina { vitrina in
            let shop = "00000000-0000-7000-8000-000000000000"
            let unknown: [(HTTPRequest.Method, String, Int)] = [
                (.get, "/nothing", 404), (.get, "/offers/a/b", 404), (.post, "/offers", 405),
                (.delete, "/categories", 405), (.get, "/shops/\(shop)/promotions)", 404),
                (.patch, "/news/x", 405),
            ]
            for (method, path, status) in unknown {
                let reply = try await vitrina.send(method, "/api/v1\(path)", as: nil)

                #expect(reply.status == status, "\(path)")
                #expect(reply.headers[.contentType]?.hasPrefix("application/json") == true, "\(path)")
                #expect(reply.json["error_text"]?.string?.isEmpty == false, "\(path)")
                #expect(reply.json["error_text"] == reply.json["error_message"], "\(path)")
            }
        }
    }

    // M140
    @Test func `errors are Russian unless English is asked for`() async throws {
        try await withVitrina { vitrina in
            let texts = [
                nil: "Такой записи нет.", "ru": "Такой записи нет.", "en-US": "There is no such object.",
                "de": "Такой записи нет.",
            ]
            for (language, text) in texts {
                var headers: HTTPFields = [:]
                headers[.acceptLanguage] = language
                let reply = try await vitrina.send(.get, "/api/v1/news/x", headers: headers, as: nil)

                #expect(reply.json["error_text"]?.string == text, "\(language ?? "none")")
            }
        }
    }

    @Test func `texts come in the language that is asked for, where there are any`() async throws {
        try await withVitrina { vitrina in
            let both = try await vitrina.news(["title": ["ru": "Каток", "en": "Rink"]])
            let one = try await vitrina.news(["title": ["ru": "Кино"]])

            for (id, title) in [(both, "Rink"), (one, "Кино")] {
                let reply = try await vitrina.send(
                    .get,
                    "/api/v1/news/\(id)",
                    headers: [.acceptLanguage: "en"],
                    as: nil
                )
                #expect(reply.json["title"]?.string == title)
            }
            #expect(try await vitrina.app("/news/\(both)").json["title"] == "Каток")
        }
    }

    // M13, M137
    @Test func `no query brings the server down`() async throws {
        try await withVitrina { vitrina in
            let services = try await vitrina.category("services")
            _ = try await vitrina.offer(of: try await vitrina.shop(in: [services], ["on_home": true]))
            let values = [
                "", "0", "-1", "%", "%zz", "%00", "%D1", "9223372036854775807", "a%F0%9F%8E%84", "[]", "&",
                "=", "#",
            ]
            let names = [
                "start", "offset", "on_home", "on_main", "name", "categoryId", "subcategoryIds[]", "%",
                "mobileUserId",
            ]

            for path in Self.lists {
                for name in names {
                    for value in values {
                        let reply = try await vitrina.app("\(path)?\(name)=\(value)&\(name)=\(value)")
                        #expect([200, 400].contains(reply.status), "\(path) \(name)=\(value)")
                    }
                }
            }
        }
    }
}
