import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The undo of an action that is not on an entry: it names an operation of the admin API, which is run.
struct UndoOperationTests {
    private static let stale = "Не отменено. С тех пор это уже изменили."

    private func withHand(
        _ kind: TestDatabase,
        _ body: @Sendable (Vitrina, UndoHand) async throws -> Void
    ) async throws {
        try await withAccounts(kind) { vitrina in
            try await vitrina.testMode()
            var cookie = try await vitrina.browser(of: .owner)
            cookie[.acceptLanguage] = "ru"
            try await body(vitrina, UndoHand(vitrina: vitrina, cookie: cookie))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an edit and a block of a person are taken back`(kind: TestDatabase) async throws {
        try await withHand(kind) { vitrina, hand in
            let user = try await vitrina.member(1).userID
            let account = try await vitrina.accountMember().user["id"]?.string ?? ""
            let places = [
                ("/people/\(user)", "/mall/users/\(user)", "name"),
                ("/accounts/\(account)", "/accounts/users/\(account)", "last_name"),
            ]
            for (page, place, field) in places {
                let now = try await hand.read(place)
                let form = [
                    (field, "Новое имя"), ("was_\(field)", now[field]?.string ?? ""),
                    ("revision", String(now["revision"]?.integer ?? 0)),
                ]
                #expect(try await hand.undoes(page, form, of: place).hasPrefix("Отменено: "))
                let late = try await hand.undoes(page, form, of: place) {
                    let seen = try await hand.read(place)["revision"]?.integer
                    _ = try await hand.write(.patch, place, [field: "Другое имя"], from: seen)
                }
                #expect(late.hasPrefix("Не отменено. "), "\(late)")
                let block = try await hand.undoes("\(page)/block", [("reason", "спам")], of: place)
                #expect(block.hasPrefix("Отменено: "), "\(block)")
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what can be undone of somebody goes with their data`(kind: TestDatabase) async throws {
        try await withHand(kind) { vitrina, hand in
            let user = try await vitrina.member(1).userID
            let place = "/mall/users/\(user)"
            let now = try await hand.read(place)
            let form = [
                ("name", "Новое имя"), ("was_name", now["name"]?.string ?? ""),
                ("revision", String(now["revision"]?.integer ?? 0)),
            ]
            let kept = { @Sendable () async throws -> Bool in
                try await vitrina.database.read { connection in
                    try connection.rows("SELECT CAST(calls AS TEXT) AS calls FROM notices")
                        .contains { try $0.get("calls", as: String.self).contains("Соколова") }
                }
            }
            let told = try await hand.undoes("/people/\(user)", form, of: place) {
                #expect(try await kept())
                _ = try await hand.write(.post, "\(place)/erase", ["digits": "01"])
                #expect(try await !kept())
            }
            #expect(told == "Отменять нечего")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `zones and templates of accounts come back`(kind: TestDatabase) async throws {
        try await withHand(kind) { vitrina, hand in
            let client = try await vitrina.accountMember().user["clientId"]?.string ?? ""
            let (page, place) = ("/accounts/clients/\(client)", "/accounts/clients/\(client)")
            let zone = [("domain_id", "spb"), ("name", "Базы СПб"), ("forfeit", "1500"), ("discount", "10")]
            let added = try await hand.undoes(page, [("part", "")] + zone, of: place)
            #expect(added.hasPrefix("Отменено: "), "\(added)")

            let made = try await hand.write(
                .post,
                "\(place)/parts",
                ["domain_id": "spb", "name": "Базы", "terminal": "T-1"]
            )
            let part = try #require(made["parts"]?.array?.first)
            let seen = [
                ("part", part["id"]?.string ?? ""), ("revision", String(part["revision"]?.integer ?? 0)),
            ]
            let changed = try await hand.undoes(page, seen + zone, of: place)
            #expect(changed.hasPrefix("Отменено: "), "\(changed)")

            let parts = "\(place)/parts/\(part["id"]?.string ?? "")"
            let now = String(try await hand.read(parts)["revision"]?.integer ?? 0)
            let removal = [("part", part["id"]?.string ?? ""), ("revision", now)]
            let removed = try await hand.undoes("\(page)/remove", removal, of: "/accounts/clients?parts=true")
            #expect(removed.hasPrefix("Отменено: "), "\(removed)")

            let template = "/accounts/templates/code"
            let version = { @Sendable () async throws -> String in
                String(try await hand.read(template)["version"]?.integer ?? 0)
            }
            let text = [("sms", "Код {code} для входа")]
            let saved = try await hand.undoes(template, text + [("version", version())], of: template)
            #expect(saved.hasPrefix("Отменено: "), "\(saved)")
            let own: JSON = ["sms": "Ваш код {code}"]
            _ = try await hand.write(.put, template, own, from: Int64(version()))
            let reset = try await hand.undoes("\(template)/reset", [("version", version())], of: template)
            #expect(reset.hasPrefix("Отменено: "), "\(reset)")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `settings, pictures, web hooks and releases come back`(kind: TestDatabase) async throws {
        try await withHand(kind) { vitrina, hand in
            let settings = "/settings/accounts"
            let back = [("reset", "test_mode")]
            let standard = try await hand.undoes("/system/settings/accounts", back, of: settings)
            #expect(standard.hasPrefix("Отменено: "), "\(standard)")
            let late = try await hand.undoes("/system/settings/accounts", back, of: settings) {
                _ = try await hand.write(.patch, settings, ["test_mode": true])
            }
            #expect(late == Self.stale)

            let picture = "/media/\(try await vitrina.image())"
            let focus = try await hand.undoes("/system\(picture)", [("x", "10"), ("y", "90")], of: picture)
            #expect(focus.hasPrefix("Отменено: "), "\(focus)")
            let moved = try await hand.undoes("/system\(picture)", [("x", "20"), ("y", "90")], of: picture) {
                _ = try await hand.write(.patch, picture, ["focus": ["x": 50, "y": 51]])
            }
            #expect(moved == Self.stale)

            let made = try await hand.write(.post, "/hooks", ["url": "https://example.com/a"])
            let hook = "/hooks/\(made["id"]?.string ?? "")"
            let form = [
                ("url", "https://example.com/b"), ("description", "Сайт"), ("events", "content.published"),
                ("is_active", "true"),
            ]
            let changed = try await hand.undoes("/system\(hook)/change", form, of: hook)
            #expect(changed.hasPrefix("Отменено: "), "\(changed)")
            let twice = try await hand.undoes("/system\(hook)/change", form, of: hook) {
                _ = try await hand.write(.patch, hook, ["url": "https://example.com/c"])
            }
            #expect(twice == Self.stale)

            let release = try await hand.write(.post, "/releases", ["title": "Осень"])["id"]?.string ?? ""
            let draft = try await vitrina.draft(News.self, ["title": ["ru": "Ярмарка"]])
            let (page, item) = ("/releases/\(release)", [("id", draft), ("action", "publish")])
            let put = try await hand.undoes("\(page)/items", item, of: page)
            #expect(put.hasPrefix("Отменено: "), "\(put)")
            _ = try await hand.write(.put, "\(page)/items/\(draft)", ["action": "publish"])
            let taken = try await hand.undoes("\(page)/items/remove", item, of: page)
            #expect(taken.hasPrefix("Отменено: "), "\(taken)")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `edits, plans, versions and test phones of flags come back`(kind: TestDatabase) async throws {
        try await withHand(kind) { vitrina, hand in
            _ = try await hand.write(
                .post,
                "/flags",
                ["id": "shop", "app": "mall", "environment": "production", "title": "Магазин"]
            )
            let (page, draft) = ("/flags/shop", "/flags/shop/draft")
            let parameter: JSON = ["defaultValue": ["value": "1"], "valueType": "NUMBER"]
            let template: JSON = ["parameters": ["size": parameter]]
            _ = try await hand.write(.put, "/flags/shop/template", ["template": template], from: 0)
            let revision = { @Sendable () async throws -> String in
                String(try await hand.read(draft)["revision"]?.integer ?? 0)
            }
            let removed = try await hand.undoes(
                "\(page)/parameters/size/remove",
                [("revision", revision())],
                of: draft,
                only: ["template"]
            )
            #expect(removed.hasPrefix("Отменено: "), "\(removed)")

            let edit: JSON = ["op": "set_value", "key": "size", "value": "2"]
            _ = try await hand.write(.patch, draft, ["edits": [edit]], from: Int64(revision()))
            let discarded = try await hand.undoes(
                "\(page)/discard",
                [("revision", revision())],
                of: draft,
                only: ["template"]
            )
            #expect(discarded.hasPrefix("Отменено: "), "\(discarded)")

            let at = vitrina.clock.now.advanced(by: .seconds(864_000)).description.prefix(16)
            let plan = [("revision", try await revision()), ("at", String(at))]
            let planned = try await hand.undoes("\(page)/publish", plan, of: "/flags/shop/schedules")
            #expect(planned.hasPrefix("Отменено: "), "\(planned)")

            let now = [("revision", try await revision()), ("version", "1")]
            let published = try await hand.undoes(
                "\(page)/publish",
                now,
                of: "/flags/shop/template",
                only: ["template"]
            )
            #expect(published.hasPrefix("Отменено: "), "\(published)")

            let anna: JSON = ["id": "phone-1", "name": "Телефон Анны"]
            _ = try await hand.write(.post, "/flags/shop/devices", anna)
            let phone = [("id", "phone-1"), ("name", "Телефон Анны")]
            let left = try await hand.undoes("\(page)/devices/remove", phone, of: "/flags/shop/devices")
            #expect(left.hasPrefix("Отменено: "), "\(left)")
        }
    }
}
