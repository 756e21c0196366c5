import CLibZ
import Core

/// Reads the lines of a gzip file; used by one thread at a time.
final class CompressedLineReader {
    private static let pieceSize = 256 << 10
    /// A longer line is no row of a database that has limits on its texts.
    private static let lineSizeMax = 256 << 20

    private let path: String
    private let file: gzFile
    private var bytes: [UInt8] = []
    /// The start of the next line in `bytes`.
    private var start = 0
    private var isAtEnd = false

    init(path: String) throws {
        self.path = path
        guard let file = gzopen(path, "rb") else { throw FileError("open", path) }
        self.file = file
    }

    deinit {
        gzclose(file)
    }

    /// The next line without its end; nil after the last one.
    func next() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return bytes[start..<end]
            }
            if isAtEnd {
                // Each line has an end, so a rest was cut off.
                guard start == bytes.count else { throw BackupDamage.rows }
                return nil
            }
            bytes.removeFirst(start)
            start = 0
            searched = bytes.count
            try fill()
        }
    }

    private func fill() throws {
        guard bytes.count <= Self.lineSizeMax else { throw BackupDamage.rows }
        let piece = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            let read = gzread(file, buffer.baseAddress, UInt32(Self.pieceSize))
            // A file without the head of gzip is passed through as it is.
            guard read >= 0, read == 0 || gzdirect(file) == 0 else { throw BackupDamage.rows }
            count = Int(read)
        }
        if piece.isEmpty {
            // Zlib reports the early end of a stream as the last error.
            var code: Int32 = Z_OK
            _ = gzerror(file, &code)
            guard code == Z_OK else { throw BackupDamage.rows }
            isAtEnd = true
        }
        bytes += piece
    }
}
