import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

struct MediaOrphanTests {
    /// Runs `body` with a store of each kind; its files look as if they were stored long ago.
    private func withStores(
        _ body: @Sendable (MediaStore, any Database, _ age: () throws -> Void) async throws -> Void
    ) async throws {
        try await withMigratedDatabase(.sqlite) { database in
            try await withTemporaryDirectory { folder in
                let media = MediaStore(directory: folder, database: database) { Clock().now }
                try await media.prepare()
                try await body(media, database) {
                    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                        try FileManager.default.setAttributes(
                            [.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)],
                            ofItemAtPath: "\(folder)/\(path)"
                        )
                    }
                }
            }
        }
        try await withMigratedDatabase(.sqlite) { database in
            try await withTemporaryDirectory { folder in
                let store = UnsteadyStore(FolderStore(path: "\(folder)/bucket"))
                let media = MediaStore(bucket: store, data: "\(folder)/data", database: database) {
                    Clock().now
                }
                try await media.prepare()
                try await body(media, database) {}
            }
        }
    }

    private func add(_ width: Int, to media: MediaStore) async throws -> String {
        let bytes = MediaFixture.png(width: width, height: 1)
        return try await media.add(bytes, name: "a.png", by: Vitrina.editor).media.id
    }

    @Test func `a file without a row goes after a day, once a day`() async throws {
        try await withStores { media, database, age in
            let (kept, lost) = (try await add(1, to: media), try await add(2, to: media))
            _ = try await database.write { try $0.execute("DELETE FROM media WHERE id = \(lost)") }
            try age()

            #expect(try await media.removeOrphans().removed == 1)
            #expect(try await media.has(kept))
            #expect(try await !media.has(lost))
            let again = try await add(2, to: media)
            _ = try await database.write { try $0.execute("DELETE FROM media WHERE id = \(again)") }
            try age()
            #expect(try await media.removeOrphans().removed == 0, "it was done today")
        }
    }

    @Test func `a file whose row is about to be written stays`() async throws {
        try await withMigratedDatabase(.sqlite) { database in
            try await withTemporaryDirectory { folder in
                let media = MediaStore(directory: folder, database: database) { Clock().now }
                try await media.prepare()
                let id = try await add(1, to: media)
                _ = try await database.write { try $0.execute("DELETE FROM media") }

                #expect(try await media.removeOrphans().removed == 0)
                #expect(try await media.has(id))
            }
        }
    }

    @Test func `the files of another database are left alone`() async throws {
        try await withStores { media, database, age in
            for width in 1...3 { _ = try await add(width, to: media) }
            _ = try await database.write { try $0.execute("DELETE FROM media") }
            try age()

            let orphans = try await media.removeOrphans()

            #expect(orphans.removed == 0 && orphans.spared == 3)
        }
    }

    @Test func `files of which many have no row are left alone`() async throws {
        try await withStores { media, database, age in
            for width in 1...11 {
                let id = try await add(width, to: media)
                _ = try await database.write { try $0.execute("DELETE FROM media WHERE id = \(id)") }
            }
            for width in 12...40 { _ = try await add(width, to: media) }
            try age()

            let orphans = try await media.removeOrphans()

            #expect(orphans.removed == 0 && orphans.spared == 11)
        }
    }

    @Test func `a file is restored only with its own bytes`() async throws {
        try await withStores { media, database, _ in
            let bytes = MediaFixture.png(width: 1, height: 1)
            let id = SHA256.hex(bytes) + ".png"
            try await withTemporaryDirectory { folder in
                let path = "\(folder)/a.png"
                try Data(bytes + [0]).write(to: URL(filePath: path))
                await #expect(throws: Problem.self) { try await media.restore(id, from: path) }
                #expect(try await !media.has(id))

                try Data(bytes).write(to: URL(filePath: path))
                try await media.restore(id, from: path)
                #expect(try await media.size(of: id) == bytes.count)
                #expect(try await media.has("../etc/passwd") == false)
            }
        }
    }

    @Test func `a move takes what is missing, and says what is lost`() async throws {
        try await withMigratedDatabase(.sqlite) { database in
            try await withTemporaryDirectory { folder in
                let media = MediaStore(directory: "\(folder)/media", database: database) { Clock().now }
                try await media.prepare()
                var ids: [String] = []
                for width in 1...4 { ids.append(try await add(width, to: media)) }
                let target = UnsteadyStore(FolderStore(path: "\(folder)/bucket"))
                let move = MediaMove(
                    from: FolderStore(path: "\(folder)/media", isShared: true),
                    to: target,
                    database: database,
                    scratch: "\(folder)/scratch"
                )
                let dry = try await move.run(isDryRun: true) { _, _ in }
                #expect(dry.copied == 4 && dry.size > 0)
                #expect(try await target.base.list("").isEmpty)

                try FileManager.default.removeItem(atPath: try await media.file(of: ids[0]).path)
                try Data([1]).write(to: URL(filePath: try await media.file(of: ids[1]).path))
                let first = try await move.run(isDryRun: false) { _, _ in }
                #expect(first.copied == 2 && first.missing == [ids[0]] && first.damaged == [ids[1]])
                let second = try await move.run(isDryRun: false) { _, _ in }
                #expect(second.copied == 0 && second.present == 2)

                // And back, by way of temporary files.
                let back = MediaMove(
                    from: target,
                    to: FolderStore(path: "\(folder)/back", isShared: true),
                    database: database,
                    scratch: "\(folder)/scratch"
                )
                let third = try await back.run(isDryRun: false) { _, _ in }
                #expect(third.copied == 2 && third.missing.sorted() == ids.prefix(2).sorted())
                let restored = MediaStore(directory: "\(folder)/back", database: database) { Clock().now }
                #expect(try await restored.file(of: ids[2]).size > 0)
                #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/scratch").isEmpty)
            }
        }
    }
}
