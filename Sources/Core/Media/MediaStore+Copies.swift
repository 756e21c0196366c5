import Dispatch
import Glibc
import Storage

extension MediaStore {
    private static let pieceSize = 1 << 20
    private static let copyQueue = DispatchQueue(label: "vitrina.media-copies", attributes: .concurrent)

    /// The size of a file, which need not be on this server's disk; nil if there is none.
    package func size(of id: String) async throws -> Int? {
        guard Media.type(ofID: id) != nil else { return nil }
        return try await files.size(of: id)
    }

    /// True if the file is there, with a row or without.
    package func has(_ id: String) async throws -> Bool { try await size(of: id) != nil }

    /// Stores the bytes of a file that was uploaded once, such as from a backup; its row is written elsewhere.
    ///
    /// Throws `.invalid` if they are not those of the id.
    package func restore(_ id: String, from path: String) async throws {
        guard Media.type(ofID: id) != nil else { throw Self.notFound }
        let temporary = files.temporaryPath(random)
        try await Self.copyQueue.blocking {
            guard let source = OpenFile(reading: path) else { throw FileError("open", path) }
            do {
                let target = try OpenFile(creating: temporary)
                // As readable as any upload, since a restore may run as another user.
                chmod(temporary, 0o644)
                var digest = SHA256()
                while case let piece = try source.read(upTo: Self.pieceSize), !piece.isEmpty {
                    digest.update(piece)
                    try target.write(piece)
                }
                guard id.hasPrefix(digest.finishHex()) else {
                    throw Problem.damaged("он не тот, что загружали", "it is not what was uploaded")
                }
                try target.sync()
            } catch {
                unlink(temporary)
                throw error
            }
        }
        try await files.take(temporary, as: id)
    }
}
