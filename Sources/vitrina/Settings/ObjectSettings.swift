import Core
import Storage

/// The settings of where uploads and backups are kept, and of the account at S3.
struct ObjectSettings: Sendable {
    let media: ObjectPlace
    let backups: ObjectPlace?
    let backupKey: String?
    private let endpoint: S3Endpoint?
    private let region: String
    private let key: String?
    private let secret: String?

    init(_ reader: ConfigurationReader, data: String) throws(Failure) {
        media = try reader.place(.mediaDirectory) ?? .folder("\(data)/media")
        backups = try reader.place(.backupTo)
        backupKey = try reader.text(.backupKey)
        endpoint = try reader.endpoint(.s3URL)
        region = try reader.region(.s3Region)
        key = try reader.key(.s3Key)
        secret = try reader.text(.s3Secret)
    }

    /// The account; throws the failure of a setting that is missing.
    fileprivate func account(missing: (Setting) -> Failure) throws(Failure) -> S3Account {
        guard let key else { throw missing(.s3Key) }
        guard let secret else { throw missing(.s3Secret) }
        return S3Account(endpoint: endpoint, region: region, key: key, secret: secret)
    }
}

extension Configuration {
    /// The place of the uploads.
    var mediaPlace: ObjectPlace { objects.media }
    /// The place of the backups; nil if none is set.
    var backupPlace: ObjectPlace? { objects.backups }
    /// The passphrase of the backups; nil if they are not encrypted.
    var backupKey: String? { objects.backupKey }

    /// The store at a place, whose files other users may read if it is a directory that is shared.
    ///
    /// Throws if the keys of a bucket are missing.
    func store(at place: ObjectPlace, isShared: Bool = false) throws(Failure) -> any ObjectStore {
        switch place {
        case .folder(let path): return FolderStore(path: path, isShared: isShared)
        case .bucket(let name, let prefix):
            let account = try objects.account { setting in
                missing(setting, Localized("для места \(place)", "for the place \(place)"))
            }
            return S3Store(bucket: name, prefix: prefix, account: account) { .current }
        }
    }

    /// The store of the uploads.
    func mediaStore(
        on database: any Database,
        now: @escaping @Sendable () -> Timestamp
    ) throws(Failure) -> MediaStore {
        let archiveSizeMax = archiveMegabytes << 20
        switch mediaPlace {
        case .folder(let path):
            return MediaStore(
                directory: path,
                cache: "\(data)/thumbnails",
                database: database,
                now: now,
                archiveSizeMax: archiveSizeMax
            )
        case .bucket:
            return MediaStore(
                bucket: try store(at: mediaPlace),
                data: data,
                database: database,
                now: now,
                archiveSizeMax: archiveSizeMax
            )
        }
    }
}

extension Configuration {
    /// The place of backups: the one that an option names, else that of the settings; nil if there is none.
    func backupTarget(at option: String? = nil) throws(Failure) -> BackupTarget? {
        guard
            let place = try option.map({ text throws(Failure) in try ObjectPlace(text, option: "--from") })
                ?? backupPlace
        else { return nil }
        return BackupTarget(
            store: try store(at: place),
            passphrase: backupKey,
            scratch: "\(data)/scratch",
            keys: google.keys
        )
    }
}

extension ObjectPlace {
    /// Parses the value of an option.
    init(_ text: String, option: String) throws(Failure) {
        do throws(Fault) {
            self = try ObjectPlace(text)
        } catch {
            throw .usage(Localized("\(option) \(error.detail.ru).", "\(option) \(error.detail.en)."))
        }
    }
}

extension ConfigurationReader {
    fileprivate func place(_ setting: Setting) throws(Failure) -> ObjectPlace? {
        guard let entry = entry(setting) else { return nil }
        do throws(Fault) {
            return try ObjectPlace(entry.text)
        } catch {
            throw wrong(entry, error.detail)
        }
    }

    fileprivate func endpoint(_ setting: Setting) throws(Failure) -> S3Endpoint? {
        guard let entry = entry(setting) else { return nil }
        guard let endpoint = S3Endpoint(entry.text) else {
            throw wrong(
                entry,
                Localized(
                    "должна быть адресом вида https://s3.example.com",
                    "must be an address like https://s3.example.com"
                )
            )
        }
        return endpoint
    }

    fileprivate func region(_ setting: Setting) throws(Failure) -> String {
        guard let entry = entry(setting) else { return setting.standard ?? "" }
        guard S3Account.isRegion(entry.text) else {
            throw wrong(
                entry,
                Localized("должна быть регионом вида eu-central-1", "must be a region like eu-central-1")
            )
        }
        return entry.text
    }

    fileprivate func key(_ setting: Setting) throws(Failure) -> String? {
        guard let entry = entry(setting) else { return nil }
        guard S3Account.isKey(entry.text) else {
            throw wrong(
                entry,
                Localized("должна быть без пробелов, / и запятых", "must have no spaces, slashes and commas")
            )
        }
        return entry.text
    }
}
