import Core
import FoundationEssentials
import Glibc
import Storage

/// The place with the backups of one installation, which share their files.
///
/// `repository.json` says which installation it is and whether it is encrypted. A backup is `backups/ID/rows`,
/// `backups/ID/list` and, written last, `backups/ID/summary`. An upload or a key is `files/AB/ABCD…`, once for all
/// backups; `damaged/ABCD…` marks one that a check has found damaged.
package struct BackupRepository: Sendable {
    static let head = key("repository.json")
    private static let format: Int64 = 1
    private static let saltSize = 16
    private static let headSizeMax = 64 << 10
    static let scratchPrefix = "backup-"
    static let backups = "backups/"
    static let files = "files/"
    static let damaged = "damaged/"

    package enum Part: String, Sendable, CaseIterable {
        case summary, list, rows
    }

    package let store: any ObjectStore
    /// Nil if the backups are not encrypted.
    let seal: FileSeal?
    /// The directory for temporary files.
    let scratch: String
    let random: RandomBytes
    /// The installation that writes there; nil if the place was opened to be read.
    private(set) var installation: String?

    /// The encryption of a place, and its installation.
    struct Head: JSONReadable {
        let installation: String
        let encryption: Encryption?

        struct Encryption: JSONReadable {
            let logN: Int64
            let r: Int64
            let p: Int64
            let salt: String
            /// A known text under the key, which tells a wrong passphrase.
            let check: String

            init(json: JSON) throws(Fault) {
                logN = try json.get("log_n")
                r = try json.get("r")
                p = try json.get("p")
                salt = try json.get("salt")
                check = try json.get("check")
            }
        }

        init(json: JSON) throws(Fault) {
            guard try json.get("format", as: Int64.self) == BackupRepository.format else {
                throw Fault("#/format", "неизвестно этой версии", "is unknown to this version")
            }
            installation = try json.get("installation")
            encryption = try json.get("encryption")
        }
    }

    // MARK: Opening

    /// Opens the place with the backups.
    ///
    /// - Parameters:
    ///   - target: The place, and the passphrase if its backups are encrypted.
    ///   - installation: The installation whose backups these must be; an empty place becomes its own. Nil to read only.
    ///   - mustExist: True if backups were made there before, so that an empty place is a disk that is not mounted.
    ///   - cost: The cost of the passphrase in a new place.
    ///   - random: The source of keys and names.
    /// - Returns: The place with its key.
    /// - Throws: A `BackupFailure` if there are no backups, the passphrase is wrong, or the place is another installation's.
    package static func open(
        _ target: BackupTarget,
        of installation: String? = nil,
        mustExist: Bool = false,
        cost: Scrypt.Cost = .standard,
        random: RandomBytes = .system
    ) async throws -> BackupRepository {
        let plain = BackupRepository(
            store: target.store,
            seal: nil,
            scratch: target.scratch,
            random: random,
            installation: installation
        )
        if let head = try await plain.readHead() {
            guard installation == nil || head.installation == installation else {
                throw BackupFailure.foreign
            }
            guard let encryption = head.encryption else {
                // Otherwise who can write there could have the next backup written in the clear.
                guard target.passphrase == nil else { throw BackupFailure.unencrypted }
                return plain
            }
            return plain.sealed(try await offTasks { try key(target.passphrase, encryption) })
        }
        guard let installation else { throw BackupFailure.empty(target.store.place) }
        guard !mustExist else { throw BackupFailure.gone(target.store.place) }
        let (encryption, own) = try await offTasks { try newKey(target.passphrase, cost, random) }
        let head: JSON = [
            "format": .integer(format), "installation": .string(installation), "encryption": encryption,
        ]
        try await plain.put(bytes: head.bytes, at: Self.head)
        return plain.sealed(own)
    }

    private func sealed(_ key: [UInt8]?) -> BackupRepository {
        let seal = key.map { FileSeal(key: $0, random: random) }
        return BackupRepository(
            store: store,
            seal: seal,
            scratch: scratch,
            random: random,
            installation: installation
        )
    }

    func readHead() async throws -> Head? {
        guard try await store.size(of: Self.head) != nil else { return nil }
        let bytes = try await bytes(of: Self.head)
        guard let json = try? JSON(parsing: bytes), let head = try? Head(json: json) else {
            throw BackupDamage.description
        }
        return head
    }

    private static func newKey(
        _ passphrase: String?,
        _ cost: Scrypt.Cost,
        _ random: RandomBytes
    ) throws -> (encryption: JSON, key: [UInt8]?) {
        guard let passphrase else { return (.null, nil) }
        let salt = random(saltSize)
        guard let key = derived(passphrase, salt, cost),
            let check = AESGCM.seal(checkText, key: key, random: random)
        else { throw BackupDamage.seal }
        let encryption: JSON = [
            "log_n": .integer(Int64(cost.logN)), "r": .integer(Int64(cost.r)), "p": .integer(Int64(cost.p)),
            "salt": .string(Base64URL.encode(salt)), "check": .string(Base64URL.encode(check)),
        ]
        return (encryption, key)
    }

    private static func key(_ passphrase: String?, _ encryption: Head.Encryption) throws -> [UInt8] {
        guard let passphrase else { throw BackupFailure.passphrase(isGiven: false) }
        guard let logN = UInt64(exactly: encryption.logN), let r = UInt64(exactly: encryption.r),
            let p = UInt64(exactly: encryption.p), let cost = Scrypt.Cost(logN: logN, r: r, p: p),
            let salt = Base64URL.decode(encryption.salt), let check = Base64URL.decode(encryption.check)
        else { throw BackupDamage.description }
        guard let key = derived(passphrase, salt, cost), AESGCM.open(check, key: key) == checkText else {
            throw BackupFailure.passphrase(isGiven: true)
        }
        return key
    }

    private static let checkText = Array("vitrina backup".utf8)

    private static func derived(_ passphrase: String, _ salt: [UInt8], _ cost: Scrypt.Cost) -> [UInt8]? {
        Scrypt.derive(Array(passphrase.composed.utf8), salt: salt, cost: cost, count: AESGCM.keySize)
    }

    // MARK: Backups

    /// The backups whose description can be read, newest first.
    package func list() async throws -> [BackupSummary] {
        var summaries: [BackupSummary] = []
        for id in try await ids(with: .summary) {
            do {
                summaries.append(try await summary(of: id))
            } catch is BackupDamage {
                // One that cannot be read must not hide the others; asked for by its id, it says so.
            }
        }
        return summaries.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
    }

    /// The backup with this id or the beginning of it; `latest` is the newest.
    package func find(_ name: String) async throws -> BackupSummary {
        let ids = try await ids(with: .summary).sorted()
        if name == "latest" {
            guard let last = ids.last else { throw BackupFailure.empty(store.place) }
            return try await summary(of: last)
        }
        let found = ids.filter { $0.hasPrefix(name.lowercased()) }
        guard let id = found.first, found.count == 1 else {
            throw found.isEmpty ? BackupFailure.unknown(name) : BackupFailure.ambiguous(name)
        }
        return try await summary(of: id)
    }

    /// The ids of backups that have this part.
    func ids(with part: Part) async throws -> Set<String> {
        let keys = try await store.list(Self.backups).map { $0.key.text.split(separator: "/") }
        let ids = keys.filter { $0.count == 3 && $0[2] == part.rawValue }.map { String($0[1]) }
        return Set(ids.filter { Identifier.normalized($0) == $0 })
    }

    private func summary(of id: String) async throws -> BackupSummary {
        let bytes = try await bytes(of: Self.key(of: id, .summary))
        guard let json = try? JSON(parsing: bytes), let summary = try? BackupSummary(json: json),
            summary.id == id
        else { throw BackupDamage.description }
        return summary
    }

    static func key(of id: String, _ part: Part) throws -> ObjectKey {
        guard Identifier.normalized(id) == id else { throw BackupDamage.description }
        return key("\(backups)\(id)/\(part.rawValue)")
    }

    /// The object of a file with this digest.
    func key(ofFile digest: String) -> ObjectKey {
        let name = seal?.name(of: digest) ?? digest
        return Self.key("\(Self.files)\(name.prefix(2))/\(name)")
    }

    /// The mark of a file with this digest that is damaged.
    func key(ofMark digest: String) -> ObjectKey {
        Self.key("\(Self.damaged)\(seal?.name(of: digest) ?? digest)")
    }

    /// Only for texts that this file composes of checked parts.
    private static func key(_ text: String) -> ObjectKey {
        guard let key = ObjectKey(text) else { preconditionFailure("\(text) is no key") }
        return key
    }

    // MARK: Objects

    /// Stores a file, encrypted if the backups are.
    func put(_ path: String, at key: ObjectKey) async throws {
        guard let seal, key != Self.head else { return try await store.put(key, file: path) }
        try await withScratch { sealed in
            try await offTasks { try seal.seal(path, to: sealed) }
            try await store.put(key, file: sealed)
        }
    }

    func put(bytes: [UInt8], at key: ObjectKey) async throws {
        try await withScratch { path in
            try OpenFile(creating: path).write(bytes)
            try await put(path, at: key)
        }
    }

    /// Writes an object to a new file, decrypted.
    func get(_ key: ObjectKey, to path: String) async throws {
        do {
            guard let seal, key != Self.head else { return try await store.get(key, to: path) }
            try await withScratch { sealed in
                try await store.get(key, to: sealed)
                try await offTasks { try seal.open(sealed, to: path) }
            }
        } catch ObjectFault.missing {
            throw BackupDamage.missing(key.text)
        }
    }

    func bytes(of key: ObjectKey) async throws -> [UInt8] {
        try await withScratch { path in
            try await get(key, to: path)
            guard let file = OpenFile(reading: path) else { throw FileError("open", path) }
            let bytes = try file.read(upTo: Self.headSizeMax + 1)
            guard bytes.count <= Self.headSizeMax else { throw BackupDamage.description }
            return bytes
        }
    }

    /// Runs `body` with the path of a temporary file, which is removed afterwards.
    func withScratch<R>(_ body: (String) async throws -> R) async throws -> R {
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let path = "\(scratch)/\(Self.scratchPrefix)\(Hex.encode(random(8)))"
        defer { unlink(path) }
        return try await body(path)
    }
}
