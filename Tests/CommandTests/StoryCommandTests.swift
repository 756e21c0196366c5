import Core
import Foundation
import TestSupport
import Testing

struct StoryCommandTests {
    @Test(arguments: TestDatabase.all)
    func `stories are made and shown, and their bundle is written`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let group = try await program.story()
            let shown = try await program.run("stories", "show")
            #expect(shown.status == 0 && shown.output.contains("Лёд"), "\(shown.messages)")
            #expect(try await program.run("stories", "show", "-q").id == group)
            #expect(try await program.run("stories", "show", "--json").json["groups"]?.array?.count == 1)

            let folder = program.folder + "/Resources"
            let written = try await program.run("stories", "export", "--bundle", folder + "/", "--json")
            #expect(written.status == 0, "\(written.messages)")
            #expect(written.json["files"] == 11)
            let files = FileManager.default
            for file in [
                "ru.lproj/stories.json", "Stories.xcassets/story-page-1.imageset/story-page-1@3x.jpg",
            ] {
                #expect(files.fileExists(atPath: "\(folder)/\(file)"), "\(file)")
            }
            // It replaces an existing folder only with `--force`, and then as a whole.
            #expect(try await program.run("stories", "export", "--bundle", folder).status == 64)
            try program.write("x", to: "Resources/stale.txt")
            let plain = [
                "stories", "export", "--bundle", folder, "--form", "plain", "--lang", "en", "--force",
            ]
            #expect(try await program.run(plain).status == 0)
            #expect(try files.contentsOfDirectory(atPath: folder).sorted() == ["images", "stories.json"])
            let left = try files.contentsOfDirectory(atPath: program.folder).filter { $0.hasPrefix("Res") }
            #expect(left == ["Resources"])
        }
    }

    @Test func `a bundle is the same bytes from here and from a server, and unpacks anywhere`() async throws {
        try await withProgram { program in
            _ = try await program.story()
            let (here, there) = (program.folder + "/a.zip", program.folder + "/b.zip")
            #expect(try await program.run("stories", "export", "--bundle", here).status == 0)
            try await program.serving { url in
                let token = try await program.token()
                let outcome = try await program.run(
                    ["stories", "export", "--bundle", there, "--server", url],
                    environment: ["VITRINA_TOKEN": token]
                )
                #expect(outcome.status == 0, "\(outcome.messages)")
            }
            let bytes = try Data(contentsOf: URL(filePath: here))
            #expect(try bytes == Data(contentsOf: URL(filePath: there)))

            let python = "/usr/bin/python3"
            guard FileManager.default.isExecutableFile(atPath: python) else { return }
            let code = """
                import json, sys, zipfile
                archive = zipfile.ZipFile(sys.argv[1])
                assert archive.testzip() is None
                assert all(i.date_time == (1980, 1, 1, 0, 0, 0) for i in archive.infolist())
                for name in archive.namelist():
                    if name.endswith(".json"): json.loads(archive.read(name))
                """
            let process = ChildProcess(python, ["-c", code, here])
            try process.run()
            #expect(await process.ended() == 0)
        }
    }

    @Test func `what cannot be written is told, and with which exit`() async throws {
        try await withProgram { program in
            let refusals: [([String], Int32)] = [
                (["export"], 64), (["export", "--bundle", ""], 64), (["export", "--bundle", "/"], 64),
                (["export", "--bundle", "a.zip", "--form", "android"], 64),
                (["export", "--bundle", "a.zip", "--lang", "de"], 65),
                (["export", "--bundle", "a.zip", "--at", "some day"], 64),
                (["export", "--bundle", "nowhere/at/all/a.zip"], 65), (["list"], 64),
            ]
            for (arguments, status) in refusals {
                let outcome = try await program.run(["stories"] + arguments)
                #expect(outcome.status == status, "\(arguments): \(outcome.status) \(outcome.messages)")
                #expect(outcome.output.isEmpty)
            }
            #expect(!FileManager.default.fileExists(atPath: program.folder + "/a.zip"))
        }
    }
}

extension StoryCommandTests {
    // T82
    @Test(arguments: TestDatabase.all)
    func `a story is removed and recovered with its pages`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let group = try await program.story()
            let tried = try await program.run("story_groups", "remove", group, "--yes", "--dry-run")
            #expect(tried.status == 0, "\(tried.messages)")
            #expect(try await program.run("story_pages", "list", "-q").lines.count == 1)
            let unasked = try await program.run("story_groups", "remove", group)
            #expect(
                unasked.status == 64 && unasked.messages.contains("its parts go with it: 1"),
                "\(unasked.messages)"
            )

            let removed = try await program.run("story_groups", "remove", group, "--yes")
            #expect(removed.status == 0, "\(removed.messages)")
            #expect(try await program.run("story_pages", "list", "-q").lines.isEmpty)
            let recovered = try await program.run("story_groups", "recover", group)
            #expect(recovered.status == 0, "\(recovered.messages)")
            #expect(try await program.run("story_pages", "list", "-q").lines.count == 1)
        }
    }
}

extension Program {
    /// A published story with one page; returns its id.
    fileprivate func story() async throws -> String {
        try Data(MediaFixture.png(width: 390, height: 844))
            .write(to: URL(filePath: folder + "/story.png"))
        let image = try await run("media", "add", folder + "/story.png", "-q").id
        let group = try await run(
            [
                "story_groups", "create", "-s", "title=Байкал", "-s", "preview_image=\(image)", "--publish",
                "-q",
            ]
        )
        try #require(group.status == 0, "\(group.messages)")
        let page = try await run(
            [
                "story_pages", "create", "-s", "title=Лёд", "-s", "group=\(group.id)", "-s",
                "image=\(image)", "--publish", "-q",
            ]
        )
        try #require(page.status == 0, "\(page.messages)")
        return group.id
    }
}
