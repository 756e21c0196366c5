import Dispatch
import FoundationEssentials
import Glibc

/// The directory of uploaded files, in 256 folders by the first two digits of their names.
///
/// Temporary files are in the directory itself, so that each can be renamed to its final path.
struct MediaFolder: MediaFiles {
    /// An upload that has not grown for this long was left by a crash.
    private static let uploadAge: Duration = .seconds(24 * 3600)

    let path: String
    private let queue = DispatchQueue(label: "vitrina.media", attributes: .concurrent)

    init(path: String) {
        self.path = path
    }

    /// Creates the directory, and removes files left by a crash.
    func prepare() async throws {
        try await queue.blocking {
            try make(path, withParents: true)
            let files = FileManager.default
            for name in try files.contentsOfDirectory(atPath: path) where name.hasPrefix(Self.temporaryPrefix)
            {
                let temporary = "\(path)/\(name)"
                // Another server may be writing to a recent one.
                if Self.isOlder(temporary, than: Self.uploadAge) { unlink(temporary) }
            }
        }
    }

    func temporaryPath(_ random: RandomBytes) -> String {
        "\(path)/\(Self.temporaryPrefix)\(Hex.encode(random(16)))"
    }

    func size(of id: String) async throws -> Int? {
        try await queue.blocking { Self.size(at: path(of: id)) }
    }

    func file(_ id: String, isKnown: @Sendable () async throws -> Bool) async throws -> LocalFile? {
        let path = path(of: id)
        return try await queue.blocking { Self.size(at: path).map { LocalFile(path: path, size: $0) } }
    }

    func take(_ temporary: String, as id: String) async throws {
        try await queue.blocking {
            let folder = "\(path)/\(id.prefix(2))"
            // Without those above: uploads whose disk is away must not go to another one.
            if try make(folder) { try FileSync.directory(path) }
            guard rename(temporary, path(of: id)) == 0 else { throw FileError("rename", temporary) }
            // Without this a power failure could lose the file and keep its row in the database.
            try FileSync.directory(folder)
        }
    }

    /// Only for an id that has been checked.
    private func path(of id: String) -> String { "\(path)/\(id.prefix(2))/\(id)" }

    /// Nil if there is no such file.
    private static func size(at path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// True if the bytes of a file are older.
    private static func isOlder(_ path: String, than age: Duration) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > Int(age.components.seconds)
    }

    /// False if the directory existed.
    @discardableResult private func make(_ directory: String, withParents: Bool = false) throws -> Bool {
        if mkdir(directory, 0o755) == 0 { return true }
        if errno == EEXIST { return false }
        guard errno == ENOENT, withParents else { throw FileError("make", directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return true
    }

    private static let temporaryPrefix = ".upload-"
}

// MARK: Removal

extension MediaFolder {
    private static let asideSuffix = ".gone"

    private func aside(_ id: String) -> String { path(of: id) + Self.asideSuffix }

    func setAside(_ id: String) async throws -> Bool {
        try await queue.blocking { rename(path(of: id), aside(id)) == 0 }
    }

    func putBack(_ id: String) async throws {
        try await queue.blocking {
            // If a file is there by now, it has the same bytes.
            link(aside(id), path(of: id))
            unlink(aside(id))
        }
    }

    func drop(_ id: String) async throws {
        _ = try await queue.blocking { unlink(aside(id)) }
    }

    func leftAside(longerThan age: Duration) async throws -> [String] {
        try await queue.blocking {
            var ids: [String] = []
            for digits in UInt8.min...UInt8.max {
                for name in names(in: Hex.encode([digits])) where name.hasSuffix(Self.asideSuffix) {
                    let id = String(name.dropLast(Self.asideSuffix.count))
                    let isLeft = Media.type(ofID: id) != nil && Self.isRenamed(aside(id), longerThan: age)
                    if isLeft { ids.append(id) }
                }
            }
            return ids
        }
    }

    func ids(in folder: String, storedBefore age: Duration) async throws -> [String] {
        try await queue.blocking {
            names(in: folder).filter { Media.type(ofID: $0) != nil && Self.isOlder(path(of: $0), than: age) }
        }
    }

    func copied() async throws -> [String] { [] }

    func forget(_ ids: [String]) async throws {}

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
    }

    /// True if a file got its name longer ago.
    static func isRenamed(_ path: String, longerThan age: Duration) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && time(nil) - status.st_ctim.tv_sec > Int(age.components.seconds)
    }
}
