import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

/// The uploads in a bucket, which is a directory here.
struct MediaBucketTests {
    private struct World: Sendable {
        let store: UnsteadyStore
        let media: MediaStore
        let database: any Database
        let folder: String

        var data: String { "\(folder)/data" }

        func forgetCopies() throws { try FileManager.default.removeItem(atPath: "\(data)/media-cache") }

        func add(_ width: Int = 1) async throws -> String {
            let bytes = MediaFixture.png(width: width, height: 1)
            return try await media.add(bytes, name: "a.png", by: Vitrina.editor).media.id
        }

        /// Another server on the same bucket.
        func another() async throws -> MediaStore {
            let media = MediaStore(bucket: store, data: "\(folder)/other", database: database) { Clock().now }
            try await media.prepare()
            return media
        }

        func removeRow(of id: String) async throws {
            _ = try await database.write { try $0.execute("DELETE FROM media WHERE id = \(id)") }
        }

        func files(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        }
    }

    private func withWorld(_ body: @Sendable (World) async throws -> Void) async throws {
        try await withMigratedDatabase(.sqlite) { database in
            try await withTemporaryDirectory { folder in
                let store = UnsteadyStore(FolderStore(path: "\(folder)/bucket"))
                let media = MediaStore(bucket: store, data: "\(folder)/data", database: database) {
                    Clock().now
                }
                try await media.prepare()
                try await body(World(store: store, media: media, database: database, folder: folder))
            }
        }
    }

    @Test func `an upload goes to the bucket, and is read from a copy`() async throws {
        try await withWorld { world in
            let id = try await world.add()
            let key = try ObjectKey.ofUpload(id)
            #expect(try await world.store.base.list("").map(\.key) == [key])
            #expect(try world.files(in: "\(world.data)/uploads").isEmpty, "nothing is left behind")

            let file = try await world.media.file(of: id)
            #expect(file.path.hasPrefix("\(world.data)/media-cache/"))
            #expect(try SHA256.ofFile(file.path).hex == String(id.prefix(64)))
            #expect(world.store.calls("get") == 0, "its copy was kept")

            try world.forgetCopies()
            #expect(try await world.media.file(of: id).size == file.size)
            #expect(try await world.media.file(of: id).size == file.size)
            #expect(world.store.calls("get") == 1)
        }
    }

    @Test func `ten who want the same are one request`() async throws {
        try await withWorld { world in
            let id = try await world.add()
            try world.forgetCopies()

            let sizes = try await atOnce(0..<10) { _ in try await world.media.file(of: id).size }
            #expect(sizes.allSatisfy { $0 > 0 })

            #expect(world.store.calls("get") == 1)
        }
    }

    @Test func `the bucket is not asked for what has no row`() async throws {
        try await withWorld { world in
            let unknown = String(repeating: "0", count: 64) + ".png"
            await #expect(throws: Problem.self) { try await world.media.file(of: unknown) }
            #expect(world.store.state.value.calls.isEmpty)

            let id = try await world.add()
            try world.forgetCopies()
            try await world.store.base.remove(try ObjectKey.ofUpload(id))
            let problem = try await problem { try await world.media.file(of: id) }
            #expect(problem.kind == .notFound, "its object is lost")
        }
    }

    @Test func `a bucket that is away is a problem of now, with words`() async throws {
        try await withWorld { world in
            let id = try await world.add()
            try world.forgetCopies()
            world.store.state.update { $0.isAway = true }

            await #expect(throws: ObjectFault.self) { try await world.media.file(of: id) }
            await #expect(throws: ObjectFault.self) { try await world.add(2) }
            #expect(ObjectFault.unavailable("s3.local: secret").problem.kind == .unavailable)
            #expect(!ObjectFault.unavailable("s3.local: secret").problem.detail.en.contains("s3.local"))
            #expect(try world.files(in: "\(world.data)/uploads").isEmpty)
            #expect(try await world.media.list().media.count == 1)

            world.store.state.update { $0.isAway = false }
            #expect(try await world.media.file(of: id).size > 0)
        }
    }

    @Test func `an object with other bytes is never given out`() async throws {
        try await withWorld { world in
            let id = try await world.add()
            try world.forgetCopies()
            let wrong = "\(world.folder)/wrong"
            try Data([1, 2, 3]).write(to: URL(filePath: wrong))
            try await world.store.base.put(try ObjectKey.ofUpload(id), file: wrong)

            await #expect(throws: ObjectFault.self) { try await world.media.file(of: id) }
            #expect(try world.files(in: "\(world.data)/media-cache/\(id.prefix(2))").isEmpty)
        }
    }

    @Test func `the copies that were used longest ago make room`() async throws {
        try await withTemporaryDirectory { folder in
            let cache = CacheFolder(path: "\(folder)/cache", sizeMax: 100)
            for name in ["aa", "bb", "cc", "dd"] {
                try cache.prepare(for: name)
                let temporary = cache.temporaryPath(.system)
                try Data(count: 30).write(to: URL(filePath: temporary))
                let age = name == "aa" ? 300.0 : 600
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)],
                    ofItemAtPath: temporary
                )
                try cache.take(temporary, as: name, size: 30)
                // It is used now, so it is the newest of all.
                if name == "bb" { #expect(cache.use("bb") == 30) }
            }

            #expect(cache.use("bb") == 30 && cache.use("aa") == 30)
            #expect(cache.use("cc") == nil && cache.use("dd") == nil)
        }
    }

    @Test func `what was taken away is gone, also from the copies of another server`() async throws {
        try await withWorld { world in
            let (id, other) = (try await world.add(), try await world.another())
            _ = try await other.file(of: id)
            try await world.removeRow(of: id)

            #expect(try await world.media.clear(id))
            #expect(try await world.store.base.list("").isEmpty)
            await #expect(throws: Problem.self) { try await world.media.file(of: id) }
            _ = try await other.file(of: id)
            try await other.removeOrphans()
            await #expect(throws: Problem.self) { try await other.file(of: id) }
            #expect(try world.files(in: "\(world.data)/uploads").isEmpty)
        }
    }

    @Test func `what comes again while it is taken away is there in the end`() async throws {
        try await withWorld { world in
            let id = try await world.add()
            try await world.removeRow(of: id)
            world.store.state.update { $0.beforeRemoval = { _ = try await world.add() } }

            #expect(try await world.media.clear(id))
            #expect(try await world.media.has(id))
            try world.forgetCopies()
            #expect(try await world.media.file(of: id).size > 0)
            #expect(try world.files(in: "\(world.data)/uploads").isEmpty)
        }
    }
}
