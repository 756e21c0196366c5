import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing
import Web

/// The previews of the app that the console draws during editing.
struct MallPhoneTests {
    private func screen(
        of declaration: any ContentDeclaration.Type,
        _ fields: Body,
        in vitrina: Vitrina,
        _ language: Language = .ru
    ) async throws -> JSON? {
        try await vitrina.services.live.load()
        let now = vitrina.services.now()
        let content = LiveContent(id: "", type: declaration.type, position: 0, createdAt: now, body: fields)
        let request = PublicRequest(
            language: language,
            baseURL: "",
            now: now,
            live: vitrina.services.live.state
        )
        return Mall().phone(for: content, request, in: .utc)?.context
    }

    @Test func `an offer shows its shop and its price, before it is published`() async throws {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop()
            let fields: Body = [
                "name": ["ru": "Кофе", "en": "Coffee"], "shop": .string(shop), "cost": 352, "count": 0,
                "description": ["ru": "Раз & два\nтри"],
            ]

            let russian = try #require(try await screen(of: Offers.self, fields, in: vitrina))
            let english = try #require(try await screen(of: Offers.self, fields, in: vitrina, .en))

            #expect(russian["title"] == "Кофе")
            #expect(russian["shop"] == ["name": "Зерно", "logo": "", "floor": "2\u{A0}этаж"])
            #expect(russian["action"] == "Приобрести за\u{A0}352\u{A0}балла")
            #expect(russian["sections"]?.array?.first?["lines"] == ["Раз & два", "три"])
            #expect(english["title"] == "Coffee")
            #expect(english["action"] == "Get for\u{A0}352\u{A0}points")
        }
    }

    @Test func `an entry that was only just begun has a screen, too`() async throws {
        try await withVitrina { vitrina in
            for declaration in [Offers.self, Events.self, News.self, Promotions.self, Shops.self]
                as [any ContentDeclaration.Type]
            {
                let odd = declaration.type.fields.reduce(into: Body()) { $0[$1.name] = .array([.null]) }

                _ = try #require(try await screen(of: declaration, [:], in: vitrina))
                _ = try #require(try await screen(of: declaration, odd, in: vitrina))
            }
            let tags = try await screen(of: Tags.self, [:], in: vitrina)
            #expect(tags == nil)
        }
    }

    @Test func `a text that was only typed cannot bring markup of its own`() async throws {
        try await withVitrina { vitrina in
            let text = "<p onclick=\"x()\">Да<script>alert(1)</script><img src=x onerror=y></p>"
            let fields: Body = [
                "title": ["ru": "<b>Каток</b>"], "content": ["ru": .string(text)],
                "start_at": "2026-11-28T09:00:00Z",
            ]

            let screen = try #require(try await screen(of: Events.self, fields, in: vitrina))

            let html = try #require(screen["html"]?.string)
            #expect(!html.contains("script") && !html.contains("onclick") && !html.contains("<img"))
            #expect(screen["title"] == "<b>Каток</b>")
            #expect(screen["disclaimer"] == "28\u{A0}ноября, 09:00 · бесплатно")
        }
    }

    @Test func `a state can be had with something else in it, and stays as it is`() async throws {
        try await withVitrina { vitrina in
            let (first, second) = (try await vitrina.news(), try await vitrina.news())
            try await vitrina.services.live.refresh()
            let state = vitrina.services.live.state
            let old = try #require(state["news"][first])
            let new = LiveContent(
                id: first,
                type: News.type,
                position: old.position,
                createdAt: old.createdAt,
                body: ["title": ["ru": "Иначе"]]
            )

            let other = state.replacing(new).removing(second, of: "news")

            #expect(other["news"].contents.map { $0.text("title", .ru) } == ["Иначе"])
            #expect(other["news"][second] == nil)
            #expect(state["news"].contents.count == 2)
            #expect(state["news"][first]?.text("title", .ru) == "Новость")
        }
    }
}
