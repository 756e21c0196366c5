import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The search, the switches and the history for editors (mods.md 7, D79, D85, D86).
struct ModShelfTests {
    private static let shelf = "/mods/catalogue"
    private static let path = "\(Vitrina.modsAPI)/mods"

    /// Sends a form, and shows the catalogue with the message about it.
    private func act(
        _ vitrina: Vitrina,
        _ path: String,
        _ form: String = "",
        _ cookie: HTTPFields
    ) async throws -> (notice: String, page: String) {
        let reply = try await vitrina.postForm(path, form, cookie: cookie)
        #expect(reply.status == 303, "\(reply.text.prefix(500))")
        let own = try #require(reply.noticeCookie)
        var cookies = cookie
        cookies[.cookie] = "\(cookie[.cookie] ?? ""); \(own)"
        let page = try await vitrina.send(.get, Self.shelf, headers: cookies, as: nil).text
        #expect(page.contains("data-notice"))
        return (try #require(reply.notice), page)
    }

    /// Runs an action, then the undo of its flash message.
    private func undone(_ vitrina: Vitrina, _ path: String, _ cookie: HTTPFields) async throws {
        let (notice, page) = try await act(vitrina, path, "", cookie)
        #expect(page.contains("name=\"id\" value=\"\(notice)\""), "it offers to take it back")
        _ = try await act(vitrina, "/undo", "id=\(notice)", cookie)
    }

    private func state(_ vitrina: Vitrina, _ id: String) async throws -> JSON {
        try await vitrina.send(.get, "\(Self.path)/\(id)").json
    }

    // D79
    @Test(arguments: TestDatabase.all)
    func `mods are found by category, state and title, page by page`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            for number in 0..<7 {
                let title: JSON = ["ru": .string("Танк \(number)"), "en": .string("Tank \(number)")]
                try await vitrina.mod("tank-\(number)", in: ["mashiny"], ["title": title])
            }
            try await vitrina.mod("tank-draft", in: ["mashiny", "paks"], publish: false)
            try await vitrina.mod("tank-ship", in: ["korabli"], ["title": ["ru": "Танкер"]])
            try await vitrina.mod("sofa", in: ["mashiny"], ["title": ["ru": "Диван"]])
            let category = try await vitrina.modCategory("mashiny")

            func found(_ query: String) async throws -> (paths: [String], total: JSON?) {
                let reply = try await vitrina.send(
                    .get,
                    "\(Self.path)?count=true&\(query)",
                    as: Vitrina.viewer
                )
                #expect(reply.status == 200, "\(query): \(reply.text)")
                let items = reply.json.items
                return (items.compactMap { $0["fields"]?["path"]?.string }, reply.json["total"])
            }
            let tanks = Set((0..<7).map { "tank-\($0)" })
            #expect(
                Set(try await found("categories=\(category)").paths) == tanks.union(["tank-draft", "sofa"])
            )
            #expect(Set(try await found("categories=\(category)&state=live").paths) == tanks.union(["sofa"]))
            #expect(try await found("categories=\(category)&state=draft").paths == ["tank-draft"])
            let word = "%D0%A2%D0%B0%D0%BD%D0%BA"
            #expect(Set(try await found("categories=\(category)&state=live&q=\(word)").paths) == tanks)
            #expect(try await found("q=tanker").paths == ["tank-ship"])
            #expect(try await found("categories=\(category)&q=nothing").total == 0)

            // Page by page, without duplicates and without gaps.
            var (seen, cursor): ([String], String?) = ([], nil)
            repeat {
                let mark = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await vitrina.send(.get, "\(Self.path)?categories=\(category)&limit=4\(mark)")
                    .json
                seen += page["items"]?.array?.compactMap { $0["fields"]?["path"]?.string } ?? []
                cursor = page["next"]?.string
            } while cursor != nil && seen.count < 20
            #expect(seen.count == 9 && Set(seen) == tanks.union(["tank-draft", "sofa"]))
            for wrong in ["categories=x", "state=nothing", "limit=0", "cursor=x", "colour=red"] {
                #expect(try await vitrina.send(.get, "\(Self.path)?\(wrong)").status == 422, "\(wrong)")
            }
        }
    }

    // D79: the page of the console
    @Test(arguments: TestDatabase.all)
    func `the catalogue shows one category, narrowed down, in pages`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            for number in 0..<52 { try await vitrina.mod("tank-\(number)", in: ["mashiny"]) }
            try await vitrina.mod("tank-draft", in: ["mashiny"], publish: false)
            let category = try await vitrina.modCategory("mashiny")
            let cookie = try await vitrina.browser(of: .editor)
            func rows(_ address: String) async throws -> (paths: [String], text: String) {
                let page = try await vitrina.send(.get, address, headers: cookie, as: nil)
                #expect(page.status == 200)
                let paths = page.text.matches(of: /<code>((?:tank|sofa)-[a-z0-9-]+)<\/code>/).map {
                    String($0.1)
                }
                return (paths, page.text)
            }
            let address = "\(Self.shelf)?category=\(category)"
            let first = try await rows(address)
            #expect(first.paths.count == 50 && first.text.contains("53"))
            let next = try #require(first.text.firstMatch(of: /href="([^"]+)" data-swap rel="next"/)?.1)
            let rest = try await rows(String(next).replacing("&amp;", with: "&"))
            #expect(rest.paths.count == 3 && Set(rest.paths).isDisjoint(with: first.paths))
            #expect(try await rows("\(address)&state=draft").paths == ["tank-draft"])
            #expect(try await rows("\(address)&q=tank-7").paths == ["tank-7"])
            #expect(
                try await rows("\(Self.shelf)?category=\(try await vitrina.modCategory("paks"))").paths == []
            )

            // The name of an app without a page leads to the app's first page.
            for (name, page) in [("mods", Self.shelf), ("stories", "/stories/board"), ("mall", "/mall/home")]
            {
                let reply = try await vitrina.send(.get, "/\(name)", headers: cookie, as: nil)
                #expect(reply.status == 303 && reply.headers[.location] == page, "\(name): \(reply.status)")
            }
        }
    }

    // D75, D85: the switch of a row
    @Test(arguments: TestDatabase.all)
    func `a mod that was switched off or on by mistake is as it was before`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let cookie = try await vitrina.browser(of: .editor)
            let id = try await vitrina.mod("raptor", in: ["korabli"])
            try await undone(vitrina, "\(Self.shelf)/\(id)/off", cookie)
            #expect(try await vitrina.modPaths("/category/korabli") == ["raptor"])

            // A scheduled mod is scheduled again.
            let later = try await vitrina.mod("later", in: ["korabli"], publish: false)
            let version = try await state(vitrina, later)["version"]?.integer ?? 0
            let planned = try await vitrina.send(
                .put,
                "\(Self.path)/\(later)/schedule/publication",
                ["at": "2026-11-25T10:00:00Z"],
                headers: [.ifMatch: "\"\(version)\""]
            )
            #expect(planned.status == 200, "\(planned.text)")
            try await undone(vitrina, "\(Self.shelf)/\(later)/on", cookie)
            #expect(try await vitrina.refuses("/item/later", 404))
            let again = try await state(vitrina, later)
            #expect(
                again["schedule"]?["publication"]?["at"] == "2026-11-25T10:00:00.000000Z",
                "\(again.text)"
            )

            // Unpublished edits stay next to the live version.
            let edited: JSON = ["title": ["ru": "Ещё не всё"]]
            let now = try await state(vitrina, id)["version"]?.integer ?? 0
            _ = try await vitrina.send(
                .patch,
                "\(Self.path)/\(id)",
                edited,
                headers: [.ifMatch: "\"\(now)\""]
            )
            try await undone(vitrina, "\(Self.shelf)/\(id)/off", cookie)
            #expect(try await vitrina.modPaths("/category/korabli") == ["raptor"])
            #expect(try await state(vitrina, id)["has_draft"] == true)
        }
    }

    // D86
    @Test(arguments: TestDatabase.all)
    func `who changed what of a mod, when and by which door is kept`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let anna = Author(staffID: nil, name: "Anna", role: .editor, door: .console)
            let id = try await vitrina.mod("raptor", in: ["korabli"], publish: false)
            func version() async throws -> HTTPFields {
                [.ifMatch: "\"\(try await state(vitrina, id)["version"]?.integer ?? 0)\""]
            }
            vitrina.clock.advance(by: .seconds(60))
            var noted = try await version()
            noted[try #require(HTTPField.Name("X-Note"))] = "typo"
            let path = "\(Self.path)/\(id)"
            let title: JSON = ["title": ["ru": "Рекс"]]
            #expect(try await vitrina.send(.patch, path, title, headers: noted, as: anna).status == 200)
            let publication = try await vitrina.send(
                .put,
                "\(path)/publication",
                headers: try await version()
            )
            #expect(publication.status == 200)
            let off = try await vitrina.send(
                .delete,
                "\(path)/publication",
                headers: try await version(),
                as: anna
            )
            #expect(off.status == 200)
            #expect(try await vitrina.send(.delete, path, headers: try await version()).status == 204)
            // A refused change has no entry in history.
            #expect(try await vitrina.send(.patch, path, title, headers: [.ifMatch: "\"1\""]).status != 200)
            #expect(
                try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""], as: Vitrina.viewer).status
                    == 403
            )

            let lines = try await vitrina.send(.get, "\(path)/history", as: Vitrina.viewer).json["items"]?
                .array
            let deeds = lines?.compactMap { $0["action"]?.string } ?? []
            #expect(deeds == ["removed", "unpublished", "published", "saved", "created"], "\(deeds)")
            #expect(lines?.compactMap { $0["by"]?.string } == ["Egor", "Anna", "Egor", "Anna", "Egor"])
            let saved = try #require(lines?.first { $0["action"] == "saved" })
            #expect(saved["note"] == "typo" && saved["door"] == "console")
            #expect(saved["at"] == "2026-11-21T12:01:00.000000Z", "\(saved.text)")

            // The log of all changes has it too, under its current name.
            let log = try await vitrina.send(.get, "/admin/api/v1/changes?type=mods", as: Vitrina.viewer).json
            let own = log["items"]?.array?.filter { $0["id"] == .string(id) } ?? []
            #expect(own.count == 5 && own.allSatisfy { $0["title"] == "Рекс" }, "\(log.text.prefix(600))")
        }
    }
}
