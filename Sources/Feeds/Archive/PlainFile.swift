import Core

/// A file in a folder.
final class PlainFile: FeedFile {
    private static let pieceSize = 256 << 10

    private let file: FileDescriptor
    private var offset = 0

    var size: Int { file.size }

    init(path: String) throws(Problem) {
        file = try FileDescriptor(path: path)
    }

    func read(into buffer: inout [UInt8]) throws -> Bool {
        let piece = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            count = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
        offset += piece.count
        buffer += piece
        return !piece.isEmpty
    }
}
