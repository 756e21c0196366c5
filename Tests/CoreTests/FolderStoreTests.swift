import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

struct FolderStoreTests {
    private func key(_ text: String) throws -> ObjectKey { try #require(ObjectKey(text)) }

    private func withStore(_ body: (FolderStore, String) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            try await body(FolderStore(path: "\(folder)/deep/store/"), folder)
        }
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func `what was put comes back, and can be replaced and removed`() async throws {
        try await withStore { store, folder in
            let (sent, received) = ("\(folder)/sent", "\(folder)/received")
            // More than one piece.
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
            for bytes in [bytes, [], [1, 2, 3]] {
                try Data(bytes).write(to: URL(filePath: sent))
                try await store.put(key("a/b/c.bin"), file: sent)
                try await store.get(key("a/b/c.bin"), to: received)
                #expect(try [UInt8](Data(contentsOf: URL(filePath: received))) == bytes)
                #expect(try await store.size(of: key("a/b/c.bin")) == bytes.count)
            }
            #expect(store.place == "\(folder)/deep/store")
            #expect(try mode("\(store.place)/a/b") == 0o700)
            #expect(try mode("\(store.place)/a/b/c.bin") == 0o600)

            try await store.remove(key("a/b/c.bin"))
            try await store.remove(key("a/b/c.bin"))
            try await store.remove(key("nowhere/at/all"))
            #expect(try await store.size(of: key("a/b/c.bin")) == nil)
            #expect(try await store.size(of: key("a/b")) == nil, "a directory is no object")
            await #expect(throws: ObjectFault.self) { try await store.get(key("a/b/c.bin"), to: received) }
        }
    }

    @Test func `files of a shared store can be read by others`() async throws {
        try await withTemporaryDirectory { folder in
            let store = FolderStore(path: "\(folder)/store", isShared: true)
            try Data([1]).write(to: URL(filePath: "\(folder)/sent"))
            try await store.put(key("a/b"), file: "\(folder)/sent")

            #expect(try mode("\(store.place)/a") & 0o055 == 0o055)
            #expect(try mode("\(store.place)/a/b") == 0o644)
        }
    }

    @Test func `a list has the keys with a prefix, in the order of their bytes`() async throws {
        try await withStore { store, folder in
            #expect(try await store.list("").isEmpty, "there is no directory yet")
            let sent = "\(folder)/sent"
            try Data([1, 2]).write(to: URL(filePath: sent))
            for text in ["b", "a/b", "a-b", "a/c/d", "B", "ab"] { try await store.put(key(text), file: sent) }
            for name in [".hidden", "a/.hidden", "not a key", "a/ключ"] {
                try Data().write(to: URL(filePath: "\(store.place)/\(name)"))
            }
            try FileManager.default.createSymbolicLink(
                atPath: "\(store.place)/loop",
                withDestinationPath: store.place
            )

            func list(_ prefix: String) async throws -> [String] {
                try await store.list(prefix).map(\.key.text)
            }
            #expect(try await list("") == ["B", "a-b", "a/b", "a/c/d", "ab", "b"])
            #expect(try await list("a") == ["a-b", "a/b", "a/c/d", "ab"])
            #expect(try await list("a/") == ["a/b", "a/c/d"])
            #expect(try await list("a/c") == ["a/c/d"])
            #expect(try await list("a/c/d") == ["a/c/d"])
            #expect(try await list("c").isEmpty)
            let first = try #require(try await store.list("").first)
            #expect(first.size == 2 && first.storedAt != nil)
        }
    }

    @Test func `what a killed program left goes after a day`() async throws {
        try await withStore { store, folder in
            let sent = "\(folder)/sent"
            try Data([1]).write(to: URL(filePath: sent))
            try await store.put(key("a"), file: sent)
            let (old, young) = ("\(store.place)/.part-01", "\(store.place)/.part-02")
            for (path, age) in [(old, 2 * 86_400.0), (young, 0)] {
                try Data([1]).write(to: URL(filePath: path))
                // The clock of the tests may be ahead of the disk's.
                let date = Date(timeIntervalSinceNow: -age)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            }

            #expect(try await store.list("").map(\.key.text) == ["a"])
            #expect(!FileManager.default.fileExists(atPath: old))
            #expect(FileManager.default.fileExists(atPath: young))
        }
    }

    @Test func `what cannot be written says why, and leaves nothing`() async throws {
        try await withStore { store, folder in
            await #expect(throws: FileError.self) { try await store.put(key("a"), file: "\(folder)/nowhere") }
            let sent = "\(folder)/sent"
            try Data([1]).write(to: URL(filePath: sent))
            try await store.put(key("a"), file: sent)
            // An object stands where a directory is needed.
            do {
                try await store.put(key("a/b"), file: sent)
                Issue.record("An object is no directory.")
            } catch ObjectFault.wrong(let reason) {
                #expect(reason.contains(store.place))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: store.place) == ["a"])
        }
    }
}
