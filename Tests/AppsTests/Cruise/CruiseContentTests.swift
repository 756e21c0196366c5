import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Destinations, reviews, the blog, discounts and versions (C63, C147, C152, C156–C158).
struct CruiseContentTests {
    private func ids(_ vitrina: Vitrina, _ path: String) async throws -> [String] {
        try await vitrina.cruises(path).json.array?.compactMap { $0["id"]?.string } ?? ["no list"]
    }

    // C6, C63, C152
    @Test(arguments: TestDatabase.all)
    func `popular destinations come by type, in their order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let image = try await vitrina.image()
            let first = try await vitrina.publish(
                CruiseDestinations.self,
                [
                    "kind": "river", "title": ["ru": "Золотое кольцо", "en": "Golden Ring"],
                    "text": ["ru": "Города"], "image": .string(image),
                    "direction": .string(catalogue.direction),
                ]
            )
            let second = try await vitrina.publish(
                CruiseDestinations.self,
                ["kind": "river", "title": ["ru": "Карелия"]]
            )
            _ = try await vitrina.publish(CruiseDestinations.self, ["kind": "sea", "title": ["ru": "Море"]])

            let path = "PopularDestinations/GetByType"
            #expect(try await ids(vitrina, "\(path)/river") == [first, second])
            #expect(try await ids(vitrina, "\(path)/lake") == [])
            let found = try await vitrina.cruises("\(path)/river", headers: [.acceptLanguage: "en"]).json
            #expect(
                found.array?.first == [
                    "id": .string(first), "type": "river", "name": "Golden Ring",
                    "pop_direction": "Golden Ring",
                    "pop_img": .string("https://mall.example/media/\(image)"),
                    "pop_title_description": "Golden Ring", "pop_description": "Города",
                    "filter": ["type": "river", "directions": [.string(catalogue.direction)]],
                ]
            )
            // They are moved by hand.
            _ = try await vitrina.send(
                .put,
                "\(Vitrina.path(of: "destinations"))/\(second)/position",
                ["before": .string(first)]
            )
            #expect(try await ids(vitrina, "\(path)/river") == [second, first])
        }
    }

    // C157, C158
    @Test(arguments: TestDatabase.all)
    func `only approved reviews are shown, on main in their order up to the limit`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            func fields(_ name: String, _ more: [String: JSON] = [:]) -> [String: JSON] {
                [
                    "name": .string(name), "text": ["ru": "Понравилось"], "rating": 5, "date": "2026-09-01",
                    "vendor": "Мостурфлот", "on_main": true,
                ].merging(more) { $1 }
            }
            let waiting = try await vitrina.draft(CruiseReviews.self, fields("Ждёт"))
            let old = try await vitrina.publish(CruiseReviews.self, fields("Старый"))
            let new = try await vitrina.publish(CruiseReviews.self, fields("Новый"))
            let other = try await vitrina.publish(
                CruiseReviews.self,
                fields("Другой", ["on_main": false, "vendor": "Созвездие", "occupation": "Учитель"])
            )

            #expect(try await ids(vitrina, "Review/GetMainReviews") == [new, old])
            #expect(try await ids(vitrina, "Review/GetByVendor?vendor=мостурфлот") == [new, old])
            #expect(try await ids(vitrina, "Review/GetByVendor?vendor=none") == [])
            #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("Review/GetByVendor"), 400))
            let review = try await vitrina.cruises("Review/GetByVendor?vendor=Созвездие").json.array?.first
            #expect(
                review == [
                    "id": .string(other), "review_name": "Другой", "review_text": "Понравилось",
                    "review_work": "Учитель", "review_photo": "", "review_rating": 5,
                    "review_date": "2026-09-01", "review_vendor": "Созвездие",
                    "review_show_in_main": false,
                ]
            )

            // Publishing approves; a setting is the limit; the order is made by hand.
            _ = try await vitrina.services.contents.change(
                waiting,
                of: CruiseReviews.type,
                by: .publish,
                as: ContentStore.Act(author: Vitrina.editor)
            )
            #expect(try await ids(vitrina, "Review/GetMainReviews") == [new, old, waiting])
            _ = try await vitrina.send(
                .patch,
                "/admin/api/v1/settings/cruise",
                ["main_reviews_max": 1],
                as: Vitrina.owner
            )
            #expect(try await ids(vitrina, "Review/GetMainReviews") == [new])
            _ = try await vitrina.send(
                .put,
                "\(Vitrina.path(of: "cruise_reviews"))/\(old)/position",
                ["before": .string(new)]
            )
            #expect(try await ids(vitrina, "Review/GetMainReviews") == [old])
        }
    }

    // C156
    @Test(arguments: TestDatabase.all)
    func `articles come by tag and by address`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            func article(
                _ title: String,
                _ tags: [String],
                _ more: [String: JSON] = [:]
            ) async throws -> String {
                let fields: [String: JSON] = [
                    "title": ["ru": .string(title)], "body": ["ru": "<p>Текст</p>"],
                    "tags": .array(tags.map { ["name": .string($0)] }),
                    "live_from": "2026-11-01T09:00:00Z",
                ]
                return try await vitrina.publish(Articles.self, fields.merging(more) { $1 })
            }
            let volga = try await article("Волга весной", ["Волга", "Весна"])
            let sea = try await article("Море", ["Море"], ["slug": "sea-now"])
            _ = try await article("Потом", ["Волга"], ["live_from": "2026-12-01T00:00:00Z"])

            #expect(try await ids(vitrina, "Blog/GetByParams") == [sea, volga])
            #expect(try await ids(vitrina, "Blog/GetByParams?tags=волга") == [volga])
            #expect(try await ids(vitrina, "Blog/GetByParams?tags=Волга,%20море") == [sea, volga])
            #expect(try await ids(vitrina, "Blog/GetByParams?tags=нет") == [])
            #expect(try await ids(vitrina, "Blog/GetByParams?url=sea-now") == [sea])
            #expect(try await ids(vitrina, "Blog/GetByParams?url=none") == [])
            let found = try await vitrina.cruises("Blog/GetByParams?url=volga-vesnoy").json.array?.first
            #expect(
                found == [
                    "id": .string(volga), "title": "Волга весной", "url": "volga-vesnoy",
                    "tags": ["Волга", "Весна"], "cover": "", "date": "2026-11-01T12:00:00+03:00",
                    "body": "<p>Текст</p>",
                ]
            )
        }
    }

    // C169: the other settings are proved where they work (C3, C28, C53, C92, C110).
    @Test(arguments: TestDatabase.all)
    func `support and links of the app follow the settings`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let before = try await vitrina.cruises("App/GetInfo").json
            #expect(before["support_phone"] == "" && before["web_host"] == "https://kruiz.online")
            let settings = "/admin/api/v1/settings/cruise"
            let changes: [String: JSON] = [
                "support_phone": "+7 800 100-20-30", "support_hours": "9:00–21:00",
                "web_host": "https://cruise.example", "privacy_url": "https://cruise.example/privacy",
                "consent_url": "https://cruise.example/consent",
            ]

            #expect(
                try await vitrina.send(.patch, settings, .object(changes), as: Vitrina.owner).status == 200
            )

            #expect(try await vitrina.cruises("App/GetInfo").json == .object(changes))
            let values = try await vitrina.send(.get, settings, as: Vitrina.owner).json.items
            for (name, value) in changes {
                #expect(values.contains { $0["name"]?.string == name && $0["value"] == value }, "\(name)")
            }
            for wrong in [["prepayment_percent": 101], ["block_minutes": 0], ["price_slider_max": 0]]
                as [JSON]
            {
                #expect(
                    try await vitrina.send(.patch, settings, wrong, as: Vitrina.owner).status == 422,
                    "\(wrong)"
                )
            }
        }
    }

    // C147
    @Test(arguments: TestDatabase.all)
    func `the latest version is the highest number`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let path = "App/GetLatestVersion"
            let none: JSON = [
                "version": "0.0.0", "min_version": "0.0.0", "links": ["android": nil, "ios": nil],
            ]
            #expect(try await vitrina.cruises(path).json == none)

            for (version, least) in [("1.10.0", "1.2.0"), ("1.9.3", "1.0.0")] {
                _ = try await vitrina.publish(
                    AppVersions.self,
                    [
                        "app_version": .string(version), "version_min": .string(least),
                        "android": "https://store.example/a",
                    ]
                )
            }
            let expected: JSON = [
                "version": "1.10.0", "min_version": "1.2.0",
                "links": ["android": "https://store.example/a", "ios": nil],
            ]
            #expect(try await vitrina.cruises(path).json == expected)
            let refused = try await vitrina.send(
                .post,
                "\(Vitrina.path(of: "app_versions"))?publish=true",
                ["app_version": "2.0", "version_min": "2.0.1"]
            )
            #expect(refused.status == 422)
        }
    }

    // C161, C74
    @Test(arguments: TestDatabase.all)
    func `a small picture is made of an upload, in one size`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.image(width: 1_500)

            let reply = try await vitrina.cruises("photos/\(image)")

            #expect(reply.status == 200 && reply.headers[.contentType] == "image/webp")
            #expect(reply.headers[.cacheControl]?.contains("immutable") == true)
            let refused = try await vitrina.cruises("photos/none.png")
            #expect(Vitrina.isCruiseRefusal(refused, 404), "\(refused.text)")
        }
    }

    // C2, C4, C5, C6
    @Test(arguments: TestDatabase.all)
    func `answers are kept, and say when they have not changed`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let id = try await catalogue.cruise()
            let path = "Cruise/GetOne/\(id)/river"
            let etag = try #require(try await vitrina.cruises(path).headers[.eTag])
            #expect(try await vitrina.cruises(path, headers: [.ifNoneMatch: etag]).status == 304)

            try await vitrina.change(id, of: Cruises.self, ["title": "Иначе"])
            let changed = try await vitrina.cruises(path, headers: [.ifNoneMatch: etag])
            #expect(changed.status == 200 && changed.json["cruise"]?["tur_title"] == "Иначе")

            let unknown = try await vitrina.cruises("Cruise/None")
            #expect(Vitrina.isCruiseRefusal(unknown, 404), "\(unknown.text)")
            let message = unknown.json["message"]?.string ?? ""
            #expect(message.utf8.allSatisfy { $0 < 128 }, "\(message)")
        }
    }
}
