import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Promotions of entries from one installation, with the context `test`, to another: `production`.
struct PromoteTests {
    static let pairs: [[TestDatabase]] =
        TestDatabase.all.count == 1
        ? [[.sqlite, .sqlite]] : [[.sqlite, .postgres], [.postgres, .sqlite]]

    @Test(arguments: pairs)
    func `what a content refers to comes along, and a second time nothing is written`(
        kinds: [TestDatabase]
    ) async throws {
        try await withPair(kinds) { pair in
            let picture = try await pair.source.picture()
            let offer = try await pair.source.offer(named: "Кофе")
            _ = try await pair.source.run("offers", "publish", offer)
            _ = try await pair.source.run("offers", "edit", offer, "-s", "name=Чай")
            let shown = try await pair.source.run("offers", "show", offer, "--json").json
            let shop = try #require(shown["fields"]?["shop"]?.string)
            let edited = try await pair.source.run(
                "shops",
                "edit",
                shop,
                "-s",
                "logo=\(picture)",
                "--publish"
            )
            try #require(edited.status == 0, "\(edited.messages)")

            let before = try await pair.targetCounts()
            let lame = try await pair.promote("--only", "offers", "--yes")
            #expect(lame.status == 65)
            #expect(
                lame.messages.contains(
                    "offers.\(offer).shop: refers to shops \(shop), which production lacks"
                )
            )
            #expect(lame.messages.contains("--with-references"))
            let flags = ["--only", "offers", "--with-references"]
            let dry = try await pair.promote(flags + ["--dry-run", "--json"])
            #expect(dry.status == 0, "\(dry.messages)")
            #expect(dry.json["summary"]?["new"] == 3)
            #expect(dry.json["media"]?.strings == [picture])
            #expect(try await pair.promote(flags).status == 64)
            #expect(try await pair.targetCounts() == before)

            let done = try await pair.promote(flags + ["--yes"])
            #expect(done.status == 0, "\(done.messages)")
            #expect(done.messages.contains("Written: 3 new, 0 changed."))
            let there = try await pair.target.run("offers", "show", offer, "--json").json
            for name in ["fields", "live", "has_draft", "state", "created_by", "created_at"] {
                #expect(there[name] == shown[name], "\(name)")
            }
            let logo = try await pair.target.run("shops", "show", shop, "--json").json["live"]?["logo"]?
                .string
            #expect(logo == picture)
            let note = try await pair.target.note(of: offer)
            let version = shown["version"]?.integer ?? 0
            #expect(note == "from test, version \(version)")

            let after = try await pair.targetCounts()
            let again = try await pair.promote(flags + ["--yes"])
            #expect(again.status == 0, "\(again.messages)")
            #expect(again.messages.hasSuffix("There is nothing to change.\n"))
            #expect(try await pair.targetCounts() == after)
        }
    }

    @Test(arguments: pairs)
    func `what both have changed is a conflict, and what only the target has is left alone`(
        kinds: [TestDatabase]
    ) async throws {
        try await withPair(kinds) { pair in
            let ids = try await pair.tags("Раз", "Два", "Три")
            #expect(try await pair.promote("--only", "tags", "--yes").status == 0)
            for (program, id, name) in [
                (pair.source, ids[0], "Один"), (pair.target, ids[0], "Первый"),
                (pair.target, ids[1], "Второй"), (pair.source, ids[2], "Третий"),
            ] {
                _ = try await program.run("tags", "edit", id, "-s", "name=\(name)", "--publish")
            }
            _ = try await pair.target.run("tags", "create", "-s", "name=Своя", "-q")

            let dry = try await pair.promote("--only", "tags", "--dry-run")
            #expect(dry.status == 65)
            #expect(dry.output.contains("Первый → Один"), "\(dry.output)")
            #expect(dry.output.contains("changed only in production: version"))
            let done = try await pair.promote("--only", "tags", "--yes", "--json")
            #expect(done.status == 65)
            #expect(
                done.json["summary"] == ["new": 0, "changed": 1, "unchanged": 0, "conflict": 1, "left": 1]
            )
            #expect(try await pair.names() == ["Второй", "Первый", "Своя", "Третий"])

            let forced = try await pair.promote(
                "--only",
                "tags",
                "--yes",
                "--overwrite",
                "--note",
                "так надо"
            )
            #expect(forced.status == 0, "\(forced.messages)")
            #expect(try await pair.names() == ["Второй", "Один", "Своя", "Третий"])
            #expect(try await pair.target.note(of: ids[0], "tags") == "так надо")
        }
    }

    @Test func `what came another way, a taken slug and the trash are conflicts`() async throws {
        try await withPair([.sqlite, .sqlite]) { pair in
            let ids = try await pair.tags("Раз", "Два")
            #expect(try await pair.promote("--only", "tags", "--yes").status == 0)
            _ = try await pair.target.run("tags", "remove", ids[0], "--yes")
            for program in [pair.source, pair.target] {
                _ = try await program.run(
                    "categories",
                    "create",
                    "-s",
                    "name=Еда",
                    "-s",
                    "slug=food",
                    "--publish"
                )
            }
            let plan = try await pair.promote("--only", "tags,categories", "--yes", "--overwrite", "--json")
            #expect(plan.status == 65)
            let reasons = plan.json["items"]?.array?.compactMap { $0["reason"]?.string }.sorted()
            #expect(reasons == ["in-trash", "slug-taken"])

            // In the other direction, no entry of the target came from production.
            _ = try await pair.source.run("tags", "edit", ids[1], "-s", "name=Иное", "--publish")
            let back = try await pair.run(["--from", "production", "--to", "test", "--only", "tags", "--yes"])
            #expect(back.status == 65)
            #expect(back.output.contains("differs in test, and does not come from production"))
        }
    }

    @Test func `a draft stays beside what is published there, and moments and ids choose`() async throws {
        try await withPair([.sqlite, .sqlite]) { pair in
            let ids = try await pair.tags("Раз", "Два")
            #expect(try await pair.promote("--ids", ids[0], "--yes", "-q").id == ids[0])
            #expect(try await pair.target.run("tags", "list", "-q").id == ids[0])
            _ = try await pair.source.run("tags", "unpublish", ids[0], "--yes")
            _ = try await pair.source.run("tags", "edit", ids[0], "-s", "name=Новое")
            #expect(try await pair.promote("--ids", ids[0], "--yes").status == 0)
            let there = try await pair.target.run("tags", "show", ids[0], "--json").json
            #expect(there["state"] == "live")
            #expect(there["live"]?["name"]?["ru"] == "Раз")
            #expect(there["fields"]?["name"]?["ru"] == "Новое")
            let again = try await pair.promote("--ids", ids[0], "--yes")
            #expect(again.messages.hasSuffix("nothing to change.\n"), "\(again.output)\(again.messages)")

            #expect(try await pair.promote("--since", "+1h", "--only", "tags", "-q").output.isEmpty)
            let since = try await pair.promote("--since", "-1h", "--only", "tags", "-q", "--dry-run")
            #expect(since.id == ids[1], "\(since.output)\(since.messages)")
            #expect(try await pair.promote("--since", "вчерась").status == 64)
            #expect(try await pair.promote("--ids", "x").status == 64)
            let lost = try await pair.promote("--ids", "019aa000-0000-7000-8000-000000000000")
            #expect(lost.status == 66)
            #expect(lost.messages.contains("test: there is no 019aa000"))
        }
    }

    @Test func `new contents stand where they stood, and others are not moved`() async throws {
        try await withPair([.sqlite, .sqlite]) { pair in
            var ids: [String] = []
            for name in ["a", "b", "c", "d", "e"] {
                let create = ["categories", "create", "-q", "-s", "name=\(name)", "-s", "slug=\(name)"]
                ids.append(try await pair.source.run(create + ["--publish"]).id)
            }
            let order = try await pair.source.order()
            let first = [order[1], order[3]].joined(separator: ",")
            #expect(try await pair.promote("--ids", first, "--yes").status == 0)
            #expect(try await pair.promote("--only", "categories", "--yes").status == 0)
            let placed = try await pair.target.order()
            #expect(placed == order)
            _ = try await pair.target.run("categories", "move", order[4], "--first")
            #expect(try await pair.promote("--only", "categories", "--yes").status == 0)
            let moved = try await pair.target.order()
            #expect(moved.first == order[4])
        }
    }

    @Test func `one side that is away, refuses or is unknown is named`() async throws {
        try await withPair([.sqlite, .sqlite]) { pair in
            _ = try await pair.tags("Раз")
            _ = try await pair.person.add("away", "http://127.0.0.1:1", "vt_x")
            let away = try await pair.run(["--from", "test", "--to", "away", "--only", "tags"])
            #expect(away.status == 69)
            #expect(away.messages.contains("away: "))
            _ = try await pair.person.add("wrong", pair.url, "vt_wrong")
            let wrong = try await pair.run(["--from", "wrong", "--to", "production"])
            #expect(wrong.status == 77)
            #expect(wrong.messages.contains("wrong: "))
            let viewer = try await pair.target.token(of: "viewer")
            _ = try await pair.person.add("viewer", pair.targetURL, viewer)
            let refused = try await pair.run(["--from", "test", "--to", "viewer", "--only", "tags", "--yes"])
            #expect(refused.status == 77)
            #expect(refused.messages.contains("viewer: "))
            #expect(try await pair.target.run("tags", "list", "-q").output.isEmpty)
            #expect(try await pair.run(["--from", "test", "--to", "test"]).status == 64)
            #expect(try await pair.run(["--from", "test", "--to", "nowhere"]).status == 78)
            _ = try await pair.person.add("safe", pair.targetURL, pair.token, "--protected")
            let safe = ["--from", "test", "--to", "safe", "--only", "tags"]
            #expect(try await pair.run(safe + ["--yes"]).status == 64)
            #expect(try await pair.run(safe + ["--confirm", "safe"]).status == 0)
            let local = try await pair.run([
                "--from", "local", "--to", "production", "--only", "tags", "--yes",
            ])
            #expect(local.status == 0, "\(local.messages)")
        }
    }
}
