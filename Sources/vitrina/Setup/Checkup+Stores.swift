import Core
import FoundationEssentials
import Glibc

extension Checkup {
    /// Checks that the bucket of the uploads and the place of backups can be written, read, listed and emptied.
    mutating func look(atStores configuration: Configuration) async {
        if case .bucket = configuration.mediaPlace {
            await look(at: configuration.mediaPlace, .mediaDirectory, configuration)
        }
        if let place = configuration.backupPlace { await look(at: place, .backupTo, configuration) }
    }

    private mutating func look(
        at place: ObjectPlace,
        _ setting: Setting,
        _ configuration: Configuration
    ) async {
        do {
            try await Self.probe(try configuration.store(at: place))
            ok(
                setting.rawValue,
                Localized(
                    "В \(place) можно писать, читать и удалять.",
                    "\(place) can be written, read and emptied."
                )
            )
        } catch let fault as ObjectFault {
            fail(setting.rawValue, fault.detail, Self.advice(fault, setting), Failure(fault).exit)
        } catch {
            let failure = Failure(error)
            let advice = Localized("Исправьте настройку.", "Correct the setting.")
            fail(setting.rawValue, failure.message, failure.advice.first ?? advice, failure.exit)
        }
    }

    /// Uses every right that the server needs, with an object of its own.
    private static func probe(_ store: any ObjectStore) async throws {
        let name = "doctor-\(Hex.encode(RandomBytes.system(8)))"
        guard let key = ObjectKey(name) else { return }
        let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        let (sent, received) = ("\(folder)/vitrina-\(name)", "\(folder)/vitrina-\(name)-back")
        defer {
            unlink(sent)
            unlink(received)
        }
        let bytes = Array(name.utf8)
        try OpenFile(creating: sent).write(bytes)
        try await store.put(key, file: sent)
        let isKept: Bool
        do {
            try await store.get(key, to: received)
            let isSame = try OpenFile(reading: received)?.read(upTo: bytes.count + 1) == bytes
            let isListed = try await store.list(name).map(\.key) == [key]
            isKept = isSame && isListed
        } catch {
            // The key may be allowed this nevertheless.
            try? await store.remove(key)
            throw error
        }
        try await store.remove(key)
        guard isKept, try await store.size(of: key) == nil else {
            throw ObjectFault.wrong("\(store.place) does not give back what was put there.")
        }
    }

    private static func advice(_ fault: ObjectFault, _ setting: Setting) -> Localized {
        switch fault {
        case .missing:
            Localized(
                "Создайте бакет или исправьте \(setting.rawValue).",
                "Create the bucket, or correct \(setting.rawValue)."
            )
        case .refused:
            Localized(
                "Проверьте s3_key, s3_secret, часы и права ключа: "
                    + "s3:PutObject, s3:GetObject, s3:DeleteObject, s3:ListBucket, s3:AbortMultipartUpload.",
                "Check s3_key, s3_secret, the clock and the rights of the key: "
                    + "s3:PutObject, s3:GetObject, s3:DeleteObject, s3:ListBucket, s3:AbortMultipartUpload."
            )
        case .unavailable:
            Localized("Проверьте s3_url и сеть.", "Check s3_url and the network.")
        case .full:
            Localized("Освободите место или увеличьте квоту.", "Make room, or raise the quota.")
        case .wrong:
            Localized(
                "Проверьте s3_url, s3_region, имя бакета и создан ли он.",
                "Check s3_url, s3_region, the name of the bucket, and that it exists."
            )
        }
    }
}
