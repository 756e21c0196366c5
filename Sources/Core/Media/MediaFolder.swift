import Dispatch
import FoundationEssentials
import Glibc

/// The directory of uploaded files, in 256 folders by the first two digits of their names.
///
/// Temporary files are in the directory itself, so that each can be renamed to its final path.
struct MediaFolder: Sendable {
    /// An upload that has not grown for this long was left by a crash.
    private static let uploadAge: Duration = .seconds(24 * 3600)

    let path: String
    private let queue = DispatchQueue(label: "vitrina.media", attributes: .concurrent)

    init(path: String) {
        self.path = path
    }

    /// Creates the directory, and removes files left by a crash.
    func prepare() async throws {
        try await blocking {
            try make(path)
            let files = FileManager.default
            for name in try files.contentsOfDirectory(atPath: path) where name.hasPrefix(Self.temporaryPrefix)
            {
                let temporary = "\(path)/\(name)"
                var status = stat()
                guard stat(temporary, &status) == 0 else { continue }
                // Another server may be writing to a recent one.
                let age = time(nil) - status.st_mtim.tv_sec
                if age > Int(Self.uploadAge.components.seconds) { unlink(temporary) }
            }
        }
    }

    func temporaryPath(_ random: RandomBytes) -> String {
        "\(path)/\(Self.temporaryPrefix)\(Hex.encode(random(16)))"
    }

    /// Only for an id that has been checked.
    func path(of id: String) -> String {
        "\(path)/\(id.prefix(2))/\(id)"
    }

    /// Nil if there is no such file.
    func size(of id: String) async throws -> Int? {
        try await blocking {
            var status = stat()
            guard stat(path(of: id), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return Int(status.st_size)
        }
    }

    /// Moves a complete and synced file to its final path; it blocks.
    func take(_ temporary: String, as id: String) throws {
        let shard = "\(path)/\(id.prefix(2))"
        if try make(shard) { try sync(path) }
        guard rename(temporary, path(of: id)) == 0 else { throw FileError("rename", temporary) }
        // Without this a power failure could lose the file and keep its row in the database.
        try sync(shard)
    }

    /// False if the directory existed.
    @discardableResult private func make(_ directory: String) throws -> Bool {
        if mkdir(directory, 0o755) == 0 { return true }
        if errno == EEXIST { return false }
        guard errno == ENOENT else { throw FileError("make", directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return true
    }

    private func sync(_ directory: String) throws {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("open", directory) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileError("sync", directory) }
    }

    /// Runs blocking disk operations off the threads that Swift's tasks share.
    private func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    private static let temporaryPrefix = ".upload-"
}
