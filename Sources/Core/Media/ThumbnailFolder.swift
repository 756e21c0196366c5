import Dispatch
import FoundationEssentials
import Glibc

/// The directory of thumbnails, a cache that can be deleted at any time.
struct ThumbnailFolder: Sendable {
    /// The total size of the thumbnails on disk.
    private static let thumbnailsSizeMax = 256 << 20
    private static let thumbnailSizeMax = 4 << 20

    private let folder: CacheFolder
    private let random: RandomBytes
    private let queue = DispatchQueue(label: "vitrina.thumbnails", attributes: .concurrent)

    init(path: String, random: RandomBytes) {
        folder = CacheFolder(path: path, sizeMax: Self.thumbnailsSizeMax)
        self.random = random
    }

    /// Nil if there is no such thumbnail, or if it is incomplete, as it may be after a power failure.
    func read(_ name: String) async throws -> [UInt8]? {
        try await queue.blocking { load(name) }
    }

    /// The blocking variant of `read`.
    func load(_ name: String) -> [UInt8]? {
        guard let bytes = FileManager.default.contents(atPath: folder.path(of: name)).map({ [UInt8]($0) }),
            bytes.count >= 12, bytes.count <= Self.thumbnailSizeMax, MediaType(head: bytes) == .webp,
            bytes[4..<8].littleEndian + 8 == bytes.count
        else { return nil }
        return bytes
    }

    /// Stores a thumbnail; a failure to do so is ignored.
    func keep(_ bytes: [UInt8], as name: String) async throws {
        let temporary = folder.temporaryPath(random)
        try await queue.blocking {
            do {
                try folder.prepare(for: name)
                try Data(bytes).write(to: URL(filePath: temporary))
                try folder.take(temporary, as: name, size: bytes.count)
            } catch {
                unlink(temporary)
            }
        }
    }
}
