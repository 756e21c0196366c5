import Apps
import Core
import HTTPTypes
import Logging
import Storage
import TestSupport
import Testing
import Web

/// No user text becomes markup of a page (M135).
struct InjectionTests {
    // M135
    @Test func `no text of staff or of users becomes a script on any page of the console`() async throws {
        try await withVitrina(settings: Self.settings()) { vitrina in
            let hostile = try await HostileWorld(vitrina)
            var shown: Set<String> = []
            for path in Self.pages(hostile) {
                Self.log(vitrina)
                for language in Language.allCases {
                    let page = try await vitrina.send(
                        .get,
                        "\(path)?lang=\(language.rawValue)",
                        headers: hostile.cookie,
                        as: nil
                    )
                    #expect(page.status == 200, "\(path) \(page.text)")
                    Self.check(page.text, path)
                    shown.formUnion(
                        page.text.matches(of: /&lt;script&gt;([\w.]+)/).map { String($0.1) }
                    )
                }
            }
            // The texts are really on the pages.
            let fields = HostileWorld.types.map { $0.type }.flatMap { type in
                type.fields.filter { Self.isText($0, of: type) }.map { "\(type.name).\($0.name)" }
                    + (HostileWorld.hasDraft(type) ? ["\(type.name).draft"] : [])
            }
            let others = [
                "author", "staff", "view", "key", "hook", "release", "os", "version_os", "model", "name",
                "gender", "review", "search", "reason", "block", "note", "file.png", "account", "fcm", "zone",
                "channel", "push.text", "mail", "sms", "subject", "account.block", "place", "log",
                "log.error",
                "log.request",
            ]
            let flags = [
                "project", "key", "device", "version", "plan", "draft", "condition", "signal", "group",
                "description", "value", "conditional", "option", "option.title", "json", "title", "owner",
                "unit",
            ].map { "flag.\($0)" }
            #expect(Set(fields + others + flags).subtracting(shown) == [])
        }
    }

    // M135
    @Test func `nor does what stands in an address`() async throws {
        try await withVitrina(settings: Self.settings()) { vitrina in
            let hostile = try await HostileWorld(vitrina)
            let text = HostileWorld.text("address").percentEncoded
            let names = [
                "q", "phone", "name", "cursor", "sort", "from", "until", "state", "next", "email", "user",
                "whom", "reason", "dialog", "side", "at", "day", "lang", "theme", "app", "kind", "action",
                "type", "by", "rating", "view", "columns", "note", "part", text,
            ]
            let query = names.map { "\($0)=\(text)" }
            let all = query.joined(separator: "&")
            // The lists and forms of all types are the same pages.
            let types = HostileWorld.types.map { HostileWorld.path(of: $0.type) }.filter {
                $0 != "/mall/events"
            }
            let others = ["/login", "/api", "/", "/no/\(text)", "/people/\(text)", "/setup/\(text)"]
            for path in Self.pages(hostile) + others {
                let isLikeAnother = types.contains { path.hasPrefix($0) }
                for part in isLikeAnother ? [all] : query + [all] {
                    let page = try await vitrina.send(
                        .get,
                        "\(path)?\(part)",
                        headers: hostile.cookie,
                        as: nil
                    )
                    #expect(page.status < 500, "\(path) \(part)")
                    Self.check(page.text, "\(path)?\(part)")
                }
                let page = try await vitrina.send(
                    .get,
                    "\(path)?\(all)",
                    headers: [.accept: "text/html"],
                    as: nil
                )
                Self.check(page.text, path)
            }
        }
    }

    // M135
    @Test func `nor does what is sent in a form and comes back to be mended`() async throws {
        try await withVitrina { vitrina in
            let hostile = try await HostileWorld(vitrina)
            // The text is too long for any field of one line.
            let text = HostileWorld.text("form") + String(repeating: "x", count: 300)
            var forms = [("/login", ["email", "password", "next"])]
            for type in HostileWorld.types.map({ $0.type }) {
                let names = type.fields.filter { $0.kind != .richText }.map(\.name)
                forms.append(
                    (
                        "\(HostileWorld.path(of: type))/new",
                        names.flatMap { [$0, "\($0).ru", "\($0).en"] } + ["live_from", "live_until", "note"]
                    )
                )
            }
            for (path, names) in forms {
                let body = names.map { "\($0)=\(text.percentEncoded)" }.joined(separator: "&")
                let page = try await vitrina.postForm(path, body, cookie: hostile.cookie)
                #expect([401, 422].contains(page.status), "\(path) \(page.status) \(page.headers)")
                #expect(page.text.contains("&lt;script&gt;form&lt;"), "\(path)")
                Self.check(page.text, path)
            }
        }
    }

    // M135, M48
    @Test(arguments: TestDatabase.all)
    func `a text that has elements of its own reaches the app without a script`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let hostile = try await HostileWorld(vitrina)
            for (type, path) in [("news", "/news"), ("promotions", "/promotions"), ("events", "/events")] {
                let reply = try await vitrina.app("\(path)/\(hostile.world.contents[type] ?? "")")
                let text = reply.json["content"]?.string ?? ""
                #expect(text.contains("<p>\(type)</p>"), "\(type) \(text)")
                #expect(!text.contains("<script"), "\(type) \(text)")
                #expect(reply.headers[.contentType]?.hasPrefix("application/json") == true)
                #expect(reply.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    /// A server that has a log.
    private static func settings() -> WebSettings {
        var settings = WebSettings(
            publicURL: "https://mall.example",
            rateLimit: 0,
            hookHosts: ["127.0.0.1"]
        )
        settings.serverLog = ServerLog()
        return settings
    }

    /// Adds a line to the server's log, of which a page shows the last ones.
    private static func log(_ vitrina: Vitrina) {
        vitrina.services.logger.warning(
            "\(HostileWorld.text("log"))",
            metadata: [
                "error": "\(HostileWorld.text("log.error"))",
                "hb.request.id": "\(HostileWorld.text("log.request"))",
            ]
        )
    }

    /// Every page of the console, with the ids of its objects.
    private static func pages(_ hostile: HostileWorld) -> [String] {
        hostile.vitrina.server.routes.filter { $0.method == .get }.compactMap { page($0.path, hostile) }
    }

    private static func page(_ path: String, _ hostile: HostileWorld) -> String? {
        // The link to the first owner's page is invalid if there is an owner.
        let others = [
            "/admin/", "/api", "/media/", "/problems/", "/console/", "/login", "/setup/", "/v1/", "/config/",
            "/ofrep/",
            "/stories/v1/", "/v3.0/", "/mods/category/", "/mods/item/", "/mods/help/", "/mods/pages/",
            "/mods/files/",
            "/mods/menu", "/mods/openapi.json", "/setup/", "/metrics",
        ]
        // These only lead to other pages, are not pages, or need a second project.
        let ways = [
            "/bulk", "{id}/points", "}/edit", "}/publish", "}/keys", "}/devices", "}/json", "}/promotion",
            "/google/push", "/google/pull",
        ]
        guard !others.contains(where: { path.hasPrefix($0) }), !ways.contains(where: { path.hasSuffix($0) }),
            !["/flags", "/mall", "/mods", "/stories", "/travel", "/cruise", "/accounts/free"].contains(path)
        else { return nil }
        let parts = path.split(separator: "/").map(String.init)
        let id: String? =
            switch parts.first {
            case "mall", "mods", "stories": hostile.world.contents[parts.count > 1 ? parts[1] : ""]
            case "travel", "cruise":
                hostile.world.contents[parts.count > 1 ? parts[1] : ""]
                    ?? hostile.ids[parts.prefix(2).joined(separator: "/")]
            case "accounts": hostile.ids[parts.contains("clients") ? "clients" : "accounts"]
            case "people":
                hostile.ids[["devices", "gifts", "referrals"].first { parts.contains($0) } ?? "users"]
            case "releases": hostile.ids["releases"]
            case "system" where parts[1] == "media": hostile.world.image
            case "system" where parts[1] == "backups":
                parts.contains("plans") ? "nightly" : hostile.ids["backups"]
            case "system":
                hostile.ids[parts[1] == "outbox" || parts.contains("deliveries") ? "messages" : "hooks"]
            case _: nil
            }
        // Entries of cruises have other tests.
        if parts.first == "cruise", path.contains("{id}"), id == nil { return nil }
        // Only types with such a field have pictures.
        if path.contains("{field}"), parts[1] != "shops" { return nil }
        return path.replacing("{id}", with: id ?? "").replacing("{app}", with: "mall")
            .replacing("{project}", with: HostileWorld.Flag.project)
            .replacing("{key}", with: parts.contains("templates") ? "restore" : HostileWorld.Flag.parameter)
            .replacing("{name}", with: HostileWorld.Flag.condition.percentEncoded)
            .replacing("{number}", with: "1")
            .replacing("{block}", with: "slider").replacing("{field}", with: "images")
    }

    private static func isText(_ field: Field, of type: ContentType) -> Bool {
        switch field.kind {
        case .text(let lengthMax): HostileWorld.fits(field, of: type, lengthMax)
        case .localizedText: true
        case .richText, .integer, .decimal, .bool, .choice, .date, .timestamp, .slug, .url, .phone, .image,
            .images, .file, .reference, .references, .points, .table:
            false
        }
    }

    /// All scripts of the console are from files, so each script element begins with an attribute.
    private static func check(_ page: String, _ path: String) {
        for wrong in ["<script>", "\"'", "'>", "\"&#39;", "&quot;'", "&#39;>"] {
            #expect(!page.contains(wrong), "\(path) has \(wrong)")
        }
        #expect(!page.contains(/[\w.]<\/script>/), "\(path)")
    }
}
