import Core
import HTTPTypes
import Logging
import Storage
import TestSupport
import Testing

@testable import Web

/// The page of the server's log in the console.
struct ServerLogPageTests {
    private static let path = "/system/logs"
    private static let choices: [(query: String, words: [String])] = [
        ("", ["c", "b", "a"]), ("level=warning", ["c", "b"]), ("level=error", ["c"]), ("slow=1000", ["b"]),
        ("status=500..599", ["c"]), ("path=/mall", ["a"]), ("request=edge-2", ["c"]),
        ("level=warning&slow=1000&path=/mall", []),
        ("level=loud&status=1&slow=x&before=x&refresh=x", ["c", "b", "a"]),
    ]

    private static func settings(_ log: ServerLog) -> WebSettings {
        var settings = WebSettings(publicURL: "https://mall.example", rateLimit: 0)
        settings.serverLog = log
        return settings
    }

    private static func line(
        _ words: String,
        _ level: Logger.Level = .info,
        _ metadata: [String: String] = [:]
    ) -> ServerLogLine {
        ServerLogLine(words, metadata, level, at: Timestamp("2026-11-21T12:00:00.25Z") ?? .earliest)
    }

    private static func page(
        _ vitrina: Vitrina,
        _ query: String,
        _ browser: HTTPFields
    ) async throws -> String {
        let reply = try await vitrina.send(.get, "\(path)?lang=ru&\(query)", headers: browser, as: nil)
        #expect(reply.status == 200, "\(query)")
        return reply.text
    }

    /// The messages on a page from its top.
    private static func words(_ page: String) -> [String] {
        page.matches(of: /<span class="mono what">([^<]*)</).map { String($0.output.1) }
    }

    @Test func `a line has its level in words, its cause and a link to its request, and is no markup`()
        async throws
    {
        let (log, hostile) = (ServerLog(), "\"'><script>x</script>")
        try await withVitrina(settings: Self.settings(log)) { vitrina in
            let browser = try await vitrina.browser(of: .owner)
            log.add(Self.line("started", .notice))
            log.add(Self.line(hostile, .error, ["error": "no \(hostile)", "hb.request.id": "edge 1"]))

            let page = try await Self.page(vitrina, "refresh=1", browser)

            let escaped = "&quot;&#39;&gt;&lt;script&gt;x&lt;/script&gt;"
            #expect(Self.words(page) == [escaped, "started"])
            #expect(page.contains("no \(escaped)") && !page.contains("<script>x"))
            #expect(page.contains(">ошибка<") && page.contains(">заметка<"))
            #expect(page.contains("12:00:00.250"))
            #expect(page.contains("href=\"/system/logs?request=edge%201&amp;refresh=1\""))
            #expect(page.contains("data-refresh=") && page.contains("\(log.host), процесс \(log.process)"))
            let english = try await Self.page(vitrina, "lang=en", browser)
            #expect(english.contains(">error<") && !english.contains("data-refresh="))
        }
    }

    @Test func `lines are chosen in the address, and a choice that is none is left out`() async throws {
        let log = ServerLog()
        try await withVitrina(settings: Self.settings(log)) { vitrina in
            let browser = try await vitrina.browser(of: .owner)
            log.add(Self.line("a", .info, ["path": "/mall/x", "ms": "12.34"]))
            log.add(Self.line("b", .warning, ["path": "/admin/x", "status": "404", "ms": "1500"]))
            log.add(Self.line("c", .error, ["status": "500", "hb.request.id": "edge-2", "ms": "nan"]))

            for (query, words) in Self.choices {
                let page = try await Self.page(vitrina, query, browser)
                #expect(Self.words(page) == words, "\(query)")
                #expect(page.contains("Таких строк нет") == words.isEmpty, "\(query)")
            }
            let all = try await Self.page(vitrina, "", browser)
            #expect(all.contains("12\u{A0}мс") && all.contains("1,5\u{A0}с") && all.contains("От 1\u{A0}с"))
        }
    }

    @Test func `a failure leads by its id to all lines of the request`() async throws {
        let tags = "/admin/api/v1/mall/tags"
        var settings = Self.settings(ServerLog())
        settings.trustedProxies = 1
        try await withVitrina(settings: settings) { vitrina in
            let browser = try await vitrina.browser(of: .owner)
            let id = try #require(HTTPField.Name("X-Request-Id"))
            try await vitrina.database.write { try $0.script("ALTER TABLE contents RENAME TO gone") }
            let failed = try await vitrina.send(.get, tags, headers: [id: "edge-5"], as: Vitrina.viewer)
            try await vitrina.database.write { try $0.script("ALTER TABLE gone RENAME TO contents") }
            #expect(failed.status == 500)

            let failures = try await Self.page(vitrina, "status=500..599", browser)

            #expect(Self.words(failures).contains("GET \(tags)"))
            #expect(failures.contains("href=\"/system/logs?request=edge-5\""))
            let lines = try await Self.page(vitrina, "request=edge-5", browser)
            #expect(Self.words(lines) == ["GET \(tags)", "request failed"])
        }
    }

    @Test func `earlier lines are a page further, to the first one in memory`() async throws {
        let log = ServerLog(linesMax: 250)
        try await withVitrina(settings: Self.settings(log)) { vitrina in
            let browser = try await vitrina.browser(of: .owner)
            for number in 1...260 { log.add(Self.line("\(number)")) }

            var words: [String] = []
            var (query, pages): (String?, Int) = ("", 0)
            while let next = query, pages < 9 {
                let page = try await Self.page(vitrina, next, browser)
                words += Self.words(page)
                query = page.firstMatch(of: /href="\/system\/logs\?([^"]*)" data-swap rel="next"/).map {
                    String($0.output.1)
                }
                #expect(page.contains("journalctl") == (query == nil))
                pages += 1
            }

            #expect(words == (11...260).reversed().map { String($0) })
            #expect(pages == 3)
        }
    }

    @Test func `it is for those who administer the server, and does not tell of itself`() async throws {
        try await withVitrina(settings: Self.settings(ServerLog())) { vitrina in
            let (owner, editor) = (
                try await vitrina.browser(of: .owner), try await vitrina.browser(of: .editor)
            )
            for _ in 0..<2 {
                let page = try await Self.page(vitrina, "", owner)
                #expect(page.contains("Лог пуст") && page.contains("href=\"\(Self.path)\""))
            }

            let refused = try await vitrina.send(.get, Self.path, headers: editor, as: nil)

            #expect(refused.status == 403 && !refused.text.contains("href=\"\(Self.path)\""))
            let lines = try await Self.page(vitrina, "", owner)
            #expect(Self.words(lines) == ["GET \(Self.path)"], "the refusal")
        }
        try await withVitrina { vitrina in
            let owner = try await vitrina.browser(of: .owner)
            let answer = try await vitrina.send(.get, Self.path, headers: owner, as: nil)
            #expect(answer.status == 503)
        }
    }
}
