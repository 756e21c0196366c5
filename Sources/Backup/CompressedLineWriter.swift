import CLibZ
import Core

/// Writes lines into a new gzip file (RFC 1952); used by one thread at a time.
final class CompressedLineWriter {
    /// Bytes that are collected before they are compressed.
    private static let pieceSize = 256 << 10
    /// A level that costs a third of the time of the usual one, for a few per cent more bytes.
    private static let mode = "wb4"

    private let path: String
    private var file: gzFile?
    private var piece: [UInt8] = []

    init(path: String) throws {
        self.path = path
        // The library would let others read it.
        _ = try OpenFile(creating: path)
        guard let file = gzopen(path, Self.mode) else { throw FileError("make", path) }
        self.file = file
        piece.reserveCapacity(2 * Self.pieceSize)
    }

    deinit {
        if let file { gzclose(file) }
    }

    /// `append` adds whole lines to the bytes.
    func write(_ append: (inout [UInt8]) -> Void) throws {
        append(&piece)
        if piece.count >= Self.pieceSize { try flush() }
    }

    /// Writes what is left, and closes the file.
    func finish() throws {
        try flush()
        guard let file else { return }
        self.file = nil
        guard gzclose(file) == Z_OK else { throw FileError("write", path) }
    }

    private func flush() throws {
        guard !piece.isEmpty, let file else { return }
        let written = piece.withUnsafeBytes { gzwrite(file, $0.baseAddress, UInt32(clamping: $0.count)) }
        guard Int(written) == piece.count else { throw FileError("write", path) }
        piece.removeAll(keepingCapacity: true)
    }
}
