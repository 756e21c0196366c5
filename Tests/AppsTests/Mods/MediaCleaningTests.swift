import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Unused uploads are deleted after a while, and nothing else is (D84).
struct MediaCleaningTests {
    private func archive(_ vitrina: Vitrina, _ text: String) async throws -> String {
        try await vitrina.archive(text, name: "\(text).zip")
    }

    private func isThere(_ vitrina: Vitrina, _ id: String) async throws -> Bool {
        try await vitrina.send(.get, "/media/\(id)", as: nil).status == 200
    }

    private func clean(_ vitrina: Vitrina) async throws -> Int {
        try await vitrina.services.media.removeUnused(of: vitrina.services.contents.types)
    }

    // D84
    @Test(arguments: TestDatabase.all)
    func `what any version of anything uses stays, the rest goes after thirty days`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            let lost = try await archive(vitrina, "lost")
            let (live, old) = (try await archive(vitrina, "live"), try await archive(vitrina, "old"))
            let (draft, trash) = (try await archive(vitrina, "draft"), try await archive(vitrina, "trash"))
            let id = try await vitrina.mod("raptor", ["file": .string(old), "file_url": .null])
            try await vitrina.change(id, of: ModFiles.self, ["file": .string(live)])
            try await vitrina.mod("draft", ["file": .string(draft)], publish: false)
            let gone = try await vitrina.mod("gone", ["file": .string(trash)])
            _ = try await vitrina.send(
                .delete,
                "\(Vitrina.modsAPI)/mods/\(gone)",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(try await vitrina.refuses("/item/gone", 404))
            let icon = try await vitrina.image()
            let category = try await vitrina.modCategory("paks")
            try await vitrina.change(category, of: ModCategories.self, ["icon": .string(icon)])

            #expect(try await clean(vitrina) == 0, "nothing is old enough")
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            let again = try await archive(vitrina, "again")
            #expect(try await clean(vitrina) == 1)
            let isLost = try await !isThere(vitrina, lost)
            #expect(isLost)
            for (name, id) in [
                ("live", live), ("old", old), ("draft", draft), ("trash", trash), ("icon", icon),
                ("again", again),
            ] {
                let stays = try await isThere(vitrina, id)
                #expect(stays, "\(name)")
            }
            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).text
            #expect(audit.contains("media.removed") && audit.contains("lost.zip"))

            // Once a day is enough, on any server.
            vitrina.clock.advance(by: .seconds(60 * 86_400))
            let other = try await vitrina.another()
            #expect(try await clean(other) == 1, "nobody has used what came again")
            #expect(try await clean(vitrina) == 0)
        }
    }

    // D84: its history remains, and names uploads that cannot be restored
    @Test(arguments: TestDatabase.all)
    func `what only a mod used that was deleted for good goes`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let (own, shared) = (try await archive(vitrina, "own"), try await archive(vitrina, "shared"))
            let gone = try await vitrina.mod("gone", ["file": .string(shared), "file_url": .null])
            try await vitrina.change(gone, of: ModFiles.self, ["file": .string(own)])
            try await vitrina.mod("kept", ["file": .string(shared), "file_url": .null])
            let path = "\(Vitrina.modsAPI)/mods/\(gone)"
            let version = try await vitrina.send(.get, path).json["version"]?.integer ?? 0
            let removed = try await vitrina.send(
                .delete,
                path,
                headers: [.ifMatch: "\"\(version)\""]
            )
            #expect(removed.status == 204, "\(removed.text)")
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            #expect(try await clean(vitrina) == 0, "it can still be brought back")

            let purged = try await vitrina.send(
                .delete,
                "\(path)?purge=true",
                headers: [.ifMatch: "\"\(version + 1)\""],
                as: Vitrina.owner
            )
            #expect(purged.status == 204, "\(purged.text)")
            vitrina.clock.advance(by: .seconds(2 * 86_400))
            #expect(try await clean(vitrina) == 1)
            let isOwnThere = try await isThere(vitrina, own)
            let isSharedThere = try await isThere(vitrina, shared)
            #expect(!isOwnThere && isSharedThere)
        }
    }

    // A repeated upload of the same bytes restarts the period
    @Test(arguments: TestDatabase.all)
    func `what comes again stays`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let file = try await archive(vitrina, "a")
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            #expect(try await archive(vitrina, "a") == file)
            #expect(try await clean(vitrina) == 0)
            let stays = try await isThere(vitrina, file)
            #expect(stays)
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            #expect(try await clean(vitrina) == 1)
            #expect(try await archive(vitrina, "a") == file)
            let isBack = try await isThere(vitrina, file)
            #expect(isBack)
        }
    }

    // D84: an upload and the cleaning of the same bytes, in either order
    @Test(arguments: TestDatabase.all)
    func `what comes while it is taken away is there in the end`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let (media, bytes) = (vitrina.services.media, MediaFixture.zip([("mod.txt", "a")]))
            let file = try await archive(vitrina, "a")
            // The bytes are on disk and not yet in the database, when another server cleans up.
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            let slow = InterposedDatabase(
                vitrina.database,
                before: [1: { _ = try await clean(vitrina) }]
            )
            let (found, isNew) = try await media.on(slow).add(bytes, name: "a.zip", by: Vitrina.editor)
            #expect(found.id == file && isNew)
            let stays = try await isThere(vitrina, file)
            #expect(stays)
            #expect(try await media.find(file).id == file)

            // Its row is deleted and its file is not yet, when the bytes are uploaded again.
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            let other = InterposedDatabase(
                vitrina.database,
                after: [2: { _ = try await media.add(bytes, name: "a.zip", by: Vitrina.editor) }]
            )
            _ = try await media.on(other).removeUnused(of: vitrina.services.contents.types)
            #expect(try await media.find(file).createdAt == vitrina.clock.now)
            let isBack = try await isThere(vitrina, file)
            #expect(isBack)
            let folder = try await media.file(of: file).path.split(separator: "/").dropLast().joined(
                separator: "/"
            )
            let left = try FileManager.default.contentsOfDirectory(atPath: "/\(folder)")
            #expect(left.allSatisfy { Media.type(ofID: $0) != nil }, "nothing is left behind: \(left)")
        }
    }

    // D84: numbers of history are assigned before the commits, so a lower one may appear after a higher one
    @Test(arguments: TestDatabase.all)
    func `what a draft has begun to use while others wrote stays`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let file = try await archive(vitrina, "a")
            let id = try await vitrina.mod("draft", ["title": ["ru": "place"]], publish: false)
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            let late = InterposedDatabase(
                vitrina.database,
                before: [
                    2: {
                        _ = try await vitrina.database.write { connection in
                            let text: SQL = "replace(CAST(body AS TEXT), 'place', \(file))"
                            let body = connection.dialect == .postgres ? "CAST(\(text) AS jsonb)" : text
                            return try connection.execute(
                                "UPDATE drafts SET body = \(body) WHERE content_id = \(id)"
                            )
                        }
                    }
                ]
            )
            let store = vitrina.services.media.on(late)
            #expect(try await store.removeUnused(of: vitrina.services.contents.types) == 0)
            let stays = try await isThere(vitrina, file)
            #expect(stays)
        }
    }
}
