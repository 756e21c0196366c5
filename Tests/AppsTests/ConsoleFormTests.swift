import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Forms of the console with strange values, and of two people at once.
struct ConsoleFormTests {
    private func browser(_ vitrina: Vitrina, of role: Role) async throws -> HTTPFields {
        var headers = try await vitrina.browser(of: role)
        headers[.contentType] = "application/x-www-form-urlencoded"
        return headers
    }

    @Test func `a shift by too many days is refused, however many`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.send(.post, "/admin/api/v1/mall/news", ["title": ["ru": "Ёлка"]]).id
            let cookie = try await browser(vitrina, of: .editor)
            for days in [.min, -Limits.shiftDaysMax - 1, Limits.shiftDaysMax + 1, .max] {
                let form = "ids=\(id)&do=look:live_from&shift=\(days)"
                let page = try await vitrina.postForm("/mall/news/bulk", form, cookie: cookie)
                #expect(page.status < 500, "\(days)")
                let body: JSON = [
                    "action": "set", "ids": [.string(id)], "shift": ["live_from": .integer(days)],
                ]
                #expect(try await vitrina.send(.post, "/admin/api/v1/mall/news/bulk", body).status == 422)
            }
            let viewer = try await browser(vitrina, of: .viewer)
            let form = "ids=\(id)&do=look:live_from&shift=1"
            #expect(try await vitrina.postForm("/mall/news/bulk", form, cookie: viewer).status == 403)
        }
    }

    @Test func `a setting that was not touched stays as a colleague has set it`() async throws {
        try await withVitrina { vitrina in
            let cookie = try await browser(vitrina, of: .owner)
            let path = "/system/settings/mall"
            let list = try await vitrina.services.appSettings.list(of: "mall", by: Vitrina.owner)
            let page = list.map { decided in
                let value = decided.value.string ?? decided.value.text
                return "was_\(decided.setting.name)=\(value)&\(decided.setting.name)=\(value)"
            }.joined(separator: "&")
            _ = try await vitrina.services.appSettings.set(
                ["codes_per_address": 7],
                of: "mall",
                by: Vitrina.owner
            )
            let saved = try await vitrina.postForm(
                path,
                page.replacing("&points_days=", with: "&points_days=3"),
                cookie: cookie
            )
            #expect(saved.status == 303, "\(saved.text)")
            let now = try await vitrina.services.appSettings.list(of: "mall", by: Vitrina.owner)
            #expect(now.first { $0.setting.name == "codes_per_address" }?.value == 7)
            #expect(now.first { $0.setting.name == "points_days" }?.value == 30)
        }
    }

    @Test func `a preview and a refusal keep the version that the form was made from`() async throws {
        try await withVitrina { vitrina in
            let cookie = try await browser(vitrina, of: .owner)
            let path = "/accounts/templates/registration"
            let form = "version=0&subject=Mine&mail=Mine&sms="
            let shown = try await vitrina.postForm(path, form + "&act=preview", cookie: cookie)
            #expect(shown.text.contains(#"name="version" value="0""#))
            let kept = "version=0&subject=Theirs&mail=Hello+{login}+{password}&sms="
            #expect(try await vitrina.postForm(path, kept, cookie: cookie).status == 303)
            let again = try await vitrina.postForm(path, form + "&act=preview", cookie: cookie)
            #expect(again.text.contains(#"name="version" value="0""#))
            let late = try await vitrina.postForm(path, kept + "!", cookie: cookie)
            #expect(late.status == 412 && late.text.contains("Theirs"))
        }
    }

    @Test func `a search of signs alone finds nothing for a release`() async throws {
        try await withVitrina { vitrina in
            let cookie = try await browser(vitrina, of: .editor)
            let made = try await vitrina.send(.post, "/admin/api/v1/releases", ["title": "Осень"])
            for query in ["!", "%C2%AB%C2%BB", String(repeating: "a", count: 300)] {
                let page = try await vitrina.send(
                    .get,
                    "/releases/\(made.id)?q=\(query)",
                    headers: cookie,
                    as: nil
                )
                #expect(page.status == 200 && page.text.contains("Осень"), "\(query)")
            }
        }
    }
}
