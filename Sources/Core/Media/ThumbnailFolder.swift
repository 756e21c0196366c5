import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// The directory of thumbnails, a cache that can be deleted at any time.
///
/// Several servers may share it. Each counts what it adds; once that might be too much, the oldest files are deleted.
struct ThumbnailFolder: Sendable {
    /// The total size of the thumbnails on disk.
    private static let thumbnailsSizeMax = 256 << 20
    private static let thumbnailSizeMax = 4 << 20

    private let path: String
    private let random: RandomBytes
    private let queue = DispatchQueue(label: "vitrina.thumbnails", attributes: .concurrent)
    /// The number of stored bytes at the last count of this server; nil before the first scan.
    private let size = Locked<Int?>(nil)

    init(path: String, random: RandomBytes) {
        (self.path, self.random) = (path, random)
    }

    /// Nil if there is no such thumbnail, or if it is incomplete, as it may be after a power failure.
    func read(_ name: String) async throws -> [UInt8]? {
        try await blocking { load(name) }
    }

    /// The blocking variant of `read`.
    func load(_ name: String) -> [UInt8]? {
        guard let bytes = FileManager.default.contents(atPath: file(name)).map({ [UInt8]($0) }),
            bytes.count >= 12, bytes.count <= Self.thumbnailSizeMax, MediaType(head: bytes) == .webp,
            bytes[4..<8].littleEndian + 8 == bytes.count
        else { return nil }
        return bytes
    }

    /// Stores a thumbnail; a failure to do so is ignored.
    func keep(_ bytes: [UInt8], as name: String) async throws {
        let (file, temporary) = (file(name), "\(path)/\(Self.temporaryPrefix)\(Hex.encode(random(8)))")
        try await blocking {
            let directory = URL(filePath: file).deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                try Data(bytes).write(to: URL(filePath: temporary))
            } catch {
                unlink(temporary)
                return
            }
            guard rename(temporary, file) == 0 else {
                unlink(temporary)
                return
            }
            let size = self.size.update { size in
                size = size.map { $0 + bytes.count }
                return size
            }
            if size.map({ $0 > Self.thumbnailsSizeMax }) ?? true { tidy() }
        }
    }

    private func file(_ name: String) -> String { "\(path)/\(name.prefix(2))/\(name)" }

    /// Counts the stored bytes, and deletes the oldest files until a quarter of the space is free.
    private func tidy() {
        var files: [(path: String, size: Int, time: Int)] = []
        for name in names() {
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append(("\(path)/\(name)", Int(status.st_size), status.st_mtim.tv_sec))
        }
        var total = files.reduce(0) { $0 + $1.size }
        if total > Self.thumbnailsSizeMax {
            for file in files.sorted(by: { $0.time < $1.time })
            where total > Self.thumbnailsSizeMax / 4 * 3 {
                unlink(file.path)
                total -= file.size
            }
        }
        size.update { [total] in $0 = total }
    }

    /// The files of the directory and of the folders in it, by their paths from there.
    private func names() -> [String] {
        let files = FileManager.default
        let top = (try? files.contentsOfDirectory(atPath: path)) ?? []
        return top
            + top.flatMap { folder in
                let inner = (try? files.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
                return inner.map { "\(folder)/\($0)" }
            }
    }

    /// Runs blocking disk operations off the threads that Swift's tasks share.
    private func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    private static let temporaryPrefix = ".new-"
}
