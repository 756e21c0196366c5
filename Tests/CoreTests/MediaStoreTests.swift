import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

struct MediaStoreTests {
    @Test(arguments: TestDatabase.all)
    func `the same bytes are kept once, under the first name`(kind: TestDatabase) async throws {
        try await withStore(kind) { store, directory in
            let bytes = MediaFixture.png(width: 1, height: 1)
            let first = try await store.add(bytes, name: "first.png", by: Vitrina.editor)
            let second = try await store.add(bytes, name: "second.png", by: Vitrina.owner)
            #expect(first.isNew)
            #expect(!second.isNew)
            #expect(first.media == second.media)
            #expect(first.media.id == SHA256.hex(bytes) + ".png")
            #expect(first.media.name == "first.png")
            #expect(first.media.width == 1)
            #expect(try await store.find(first.media.id) == first.media)

            let file = try await store.file(of: first.media.id)
            #expect(try [UInt8](Data(contentsOf: URL(filePath: file.path))) == bytes)
            #expect(file.size == bytes.count)
            #expect(try files(in: directory).count == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `many uploads of the same bytes at once become one`(kind: TestDatabase) async throws {
        try await withStore(kind) { store, directory in
            let bytes = MediaFixture.jpeg(width: 2, height: 2)
            let isNew = try await atOnce(0..<8) { number in
                try await store.add(bytes, name: "\(number).jpg", by: Vitrina.editor).isNew
            }
            #expect(isNew.filter { $0 }.count == 1)
            #expect(try await store.list().media.count == 1)
            #expect(try files(in: directory).count == 1)
        }
    }

    @Test func `an upload may come byte by byte`() async throws {
        try await withStore { store, _ in
            let bytes = MediaFixture.zip([("a.txt", "hello")])
            let upload = try store.upload(by: Vitrina.editor)
            for byte in bytes { try await upload.append([byte]) }
            let (media, _) = try await store.finish(upload, name: "../mods.zip", by: Vitrina.editor)
            #expect(media.id == SHA256.hex(bytes) + ".zip")
            #expect(media.name == "mods.zip")
            #expect(media.width == nil)
            await #expect(throws: Problem.self) { try await upload.append([1]) }
            await #expect(throws: Problem.self) {
                try await store.finish(upload, name: "again.zip", by: Vitrina.editor)
            }
        }
    }

    @Test(arguments: ["", "GIF89a, and so on and on", "<html><script>alert(1)</script>"])
    func `what is of no known type leaves nothing behind`(text: String) async throws {
        try await withStore { store, directory in
            await #expect(throws: Problem.unknownMediaType) {
                try await store.add(Array(text.utf8), name: "photo.jpg", by: Vitrina.editor)
            }
            try expectNoFiles(in: directory)
        }
    }

    @Test func `what is too large is refused before it is written`() async throws {
        try await withStore { store, directory in
            let head = Array(MediaFixture.png(width: 1, height: 1).prefix(20))
            let upload = try store.upload(by: Vitrina.editor)
            try await upload.append(head)
            await #expect(throws: Problem.tooLarge(.png)) {
                try await upload.append([UInt8](repeating: 0, count: Limits.imageSizeMax))
            }
            let declared = try store.upload(by: Vitrina.editor, declaredSize: Limits.imageSizeMax + 1)
            await #expect(throws: Problem.tooLarge(.png)) { try await declared.append(head) }
            #expect(throws: Problem.self) {
                try store.upload(by: Vitrina.editor, declaredSize: Limits.archiveSizeMax + 1)
            }
            try expectNoFiles(in: directory)
        }
    }

    @Test func `a damaged file and an upload let go of leave nothing behind`() async throws {
        try await withStore { store, directory in
            let cut = Array(MediaFixture.png(width: 1, height: 1).dropLast(4))
            await #expect(throws: Problem.self) {
                try await store.add(cut, name: "photo.png", by: Vitrina.editor)
            }
            let cancelled = try store.upload(by: Vitrina.editor)
            try await cancelled.append(cut)
            #expect(try files(in: directory).count == 1)
            await cancelled.cancel()
            try expectNoFiles(in: directory)

            func letGo() async throws { try await store.upload(by: Vitrina.editor).append(cut) }
            try await letGo()
            try expectNoFiles(in: directory)
            #expect(try await store.list().media == [])
        }
    }

    @Test func `what a crash left behind goes at the next start, but not what is being written`() async throws
    {
        try await withStore { store, directory in
            let (old, young) = ("\(directory)/.upload-0123", "\(directory)/.upload-4567")
            let dayBefore = Date(timeIntervalSinceNow: -2 * 86_400)
            #expect(FileManager.default.createFile(atPath: old, contents: Data([1])))
            #expect(FileManager.default.createFile(atPath: young, contents: Data([1])))
            // The clock of the tests may be ahead of the disk's.
            try FileManager.default.setAttributes([.modificationDate: dayBefore], ofItemAtPath: old)
            try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: young)
            try await store.prepare()
            #expect(try files(in: directory) == [".upload-4567"])
        }
    }

    @Test func `an upload is refused while its directory is away, and makes no other one`() async throws {
        try await withStore { store, directory in
            let (bytes, away) = (MediaFixture.png(width: 1, height: 1), directory + "-away")
            try FileManager.default.moveItem(atPath: directory, toPath: away)
            let error = await #expect(throws: FileError.self) {
                try await store.add(bytes, name: "a.png", by: Vitrina.editor)
            }
            #expect(error.flatMap { Problem(known: $0) }?.kind == .unavailable)
            #expect(!FileManager.default.fileExists(atPath: directory))

            try FileManager.default.moveItem(atPath: away, toPath: directory)
            #expect(try await store.add(bytes, name: "a.png", by: Vitrina.editor).isNew)
        }
    }

    @Test func `a viewer may not upload`() async throws {
        try await withStore { store, _ in
            #expect(throws: Problem.self) { try store.upload(by: Vitrina.viewer) }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `pages follow one another, newest first`(kind: TestDatabase) async throws {
        try await withStore(kind) { store, _ in
            for width in 1...5 {
                _ = try await store.add(
                    MediaFixture.png(width: width, height: 1),
                    name: "\(width)",
                    by: Vitrina.editor
                )
            }
            var ids: [String] = []
            var cursor: String?
            repeat {
                let page = try await store.list(limit: 2, cursor: cursor)
                ids += page.media.map(\.id)
                cursor = page.next
            } while cursor != nil
            #expect(Set(ids).count == 5)
            #expect(ids == ids.sorted(by: >))
            await #expect(throws: Problem.self) { try await store.list(cursor: "1-../x") }
        }
    }

    @Test func `an id that was never given leads nowhere`() async throws {
        try await withStore { store, _ in
            for id in ["../../etc/passwd", String(repeating: "0", count: 64) + ".png"] {
                await #expect(throws: Problem.self) { try await store.find(id) }
                await #expect(throws: Problem.self) { try await store.file(of: id) }
            }
        }
    }
}

/// Every upload has the same time here, so the id decides the order.
private func withStore(
    _ kind: TestDatabase = .sqlite,
    _ body: @Sendable (MediaStore, String) async throws -> Void
) async throws {
    try await withMigratedDatabase(kind) { database in
        try await withTemporaryDirectory { directory in
            let store = MediaStore(directory: directory, database: database) { Clock().now }
            try await store.prepare()
            try await body(store, directory)
        }
    }
}

private func files(in directory: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory)
        .filter { path in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(directory)/\(path)", isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
        .sorted()
}

private func expectNoFiles(in directory: String) throws {
    let left = try files(in: directory)
    #expect(left == [])
}
