import Glibc

extension SHA256 {
    private static let pieceSize = 1 << 20

    /// The digest of a file or of a part of it, and the number of bytes that it covers; it blocks.
    ///
    /// The file is read piece by piece, so its size costs no memory.
    package static func ofFile(
        _ path: String,
        from start: Int = 0,
        count: Int = .max
    ) throws -> (hex: String, size: Int) {
        let file = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("open", path) }
        defer { close(file) }
        var digest = SHA256()
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var size = 0
        while size < count {
            let (offset, wanted) = (start + size, min(pieceSize, count - size))
            let got = piece.withUnsafeMutableBytes { pread(file, $0.baseAddress, wanted, off_t(offset)) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileError("read", path) }
            if got == 0 { break }
            digest.update(piece[..<got])
            size += got
        }
        return (digest.finishHex(), size)
    }
}
