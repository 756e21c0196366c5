import Core
import Storage
import TestSupport
import Testing

@testable import Backup

/// Stored files that are damaged, and stored again by the next backup.
struct BackupDamageTests {
    private static let passphrases = [nil, "secret"]

    /// Replaces the stored object of the only file by other bytes.
    private func damage(_ place: BackupPlace, _ change: (inout [UInt8]) -> Void) async throws {
        let store = place.target(place.passphrase).store
        let object = try #require(try await store.list("files/").first)
        try await withTemporaryDirectory { folder in
            try await store.get(object.key, to: "\(folder)/object")
            var bytes = try #require(try OpenFile(reading: "\(folder)/object")?.read(upTo: 1 << 20))
            change(&bytes)
            try OpenFile(creating: "\(folder)/wrong").write(bytes)
            try await store.put(object.key, file: "\(folder)/wrong")
        }
    }

    @Test(arguments: passphrases)
    func `a stored file of another size is stored again by the next backup`(passphrase: String?) async throws
    {
        try await withPlace(.sqlite, passphrase) { place in
            _ = try await place.upload([1, 2, 3])
            _ = try await place.make()
            try await damage(place) { $0.removeLast() }
            await #expect(throws: BackupDamage.self) {
                try await place.runner.verify("latest", isWhole: false)
            }

            _ = try await place.make()

            _ = try await place.runner.verify("latest", isWhole: true)
        }
    }

    @Test(arguments: passphrases)
    func `a stored file that a check has found damaged is stored again by the next backup`(
        passphrase: String?
    ) async throws {
        try await withPlace(.sqlite, passphrase) { place in
            let upload = try await place.upload([1, 2, 3])
            _ = try await place.make()
            try await damage(place) { $0[$0.count / 2] ^= 1 }
            let store = place.target(passphrase).store
            // Nobody has read it so far.
            _ = try await place.make()
            await #expect(throws: BackupDamage.self) {
                try await place.runner.verify("latest", isWhole: true)
            }
            #expect(try await store.list("damaged/").count == 1)

            _ = try await place.make()

            #expect(try await store.list("damaged/").isEmpty)
            _ = try await place.runner.verify("latest", isWhole: true)
            let objects = try await store.list("files/")
            #expect(objects.count == 1)
            // The name of a file tells of what it is only without a passphrase.
            #expect(objects[0].key.text.hasSuffix(upload.prefix(64)) == (passphrase == nil))
        }
    }

    @Test func `a damaged file whose upload is gone is told as lost`() async throws {
        try await withPlace(.sqlite, nil) { place in
            let upload = try await place.upload([1, 2, 3])
            _ = try await place.make()
            try await damage(place) { $0.removeLast() }
            try await place.remove(upload)

            #expect(try await place.make().lost == 1)
        }
    }

    @Test(arguments: [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
    func `the size of a sealed file is known before`(size: Int) async throws {
        try await withTemporaryDirectory { folder in
            let bytes = [UInt8](repeating: 7, count: size)
            try OpenFile(creating: "\(folder)/plain").write(bytes)
            let seal = FileSeal(key: RandomBytes.system(AESGCM.keySize), random: .system)

            try seal.seal("\(folder)/plain", to: "\(folder)/sealed")

            let sealed = try #require(try OpenFile(reading: "\(folder)/sealed")?.read(upTo: 8 << 20))
            #expect(sealed.count == FileSeal.sealedSize(of: size))
        }
    }
}
