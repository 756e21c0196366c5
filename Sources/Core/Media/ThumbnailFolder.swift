import Dispatch
import Foundation
import Storage

/// The directory of small pictures; all of it can be thrown away at any time, and is made again when it is asked for.
///
/// Several servers may share it. Each counts what it adds; once that might be too much, the oldest files go.
struct ThumbnailFolder: Sendable {
    /// What the small pictures may take together on the disk.
    private static let thumbnailsSizeMax = 256 << 20
    private static let thumbnailSizeMax = 4 << 20

    private let path: String
    private let random: RandomBytes
    private let queue = DispatchQueue(label: "vitrina.thumbnails", attributes: .concurrent)
    /// Bytes that lie there as far as this server knows; nil before it has looked.
    private let size = Locked<Int?>(nil)

    init(path: String, random: RandomBytes) {
        (self.path, self.random) = (path, random)
    }

    /// Nil where there is no such picture, or none that is whole: after a power cut it may not be.
    func read(_ name: String) async throws -> [UInt8]? {
        try await blocking { load(name) }
    }

    /// The same for a thread that may wait for the disk.
    func load(_ name: String) -> [UInt8]? {
        guard let bytes = FileManager.default.contents(atPath: file(name)).map({ [UInt8]($0) }),
            bytes.count >= 12, bytes.count <= Self.thumbnailSizeMax, MediaType(head: bytes) == .webp,
            bytes[4..<8].littleEndian + 8 == bytes.count
        else { return nil }
        return bytes
    }

    /// Keeps a picture where that is possible: it can do without.
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

    /// Counts what lies there, and takes the oldest away until a quarter of the room is free.
    private func tidy() {
        var files: [(path: String, size: Int, time: Int)] = []
        let found = FileManager.default.enumerator(atPath: path)
        while let name = found?.nextObject() as? String {
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

    /// Runs what waits for the disk away from the threads that Swift's tasks share.
    private func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    private static let temporaryPrefix = ".new-"
}
