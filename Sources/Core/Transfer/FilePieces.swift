import Glibc
import Storage

/// A file that is read sequentially in pieces; it is closed when it is deinitialized.
package final class FilePieces: Sendable {
    private static let pieceSize = 64 << 10

    private let path: String
    private let file: Int32

    package init(path: String) throws(Problem) {
        file = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard file >= 0 else {
            throw FileError("open", path).isScarce ? Problem.tooManyFiles : Self.unreadable(path)
        }
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Nil at the end.
    package func next() throws -> [UInt8]? {
        let piece = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
            var count = read(file, buffer.baseAddress, buffer.count)
            while count < 0, errno == EINTR { count = read(file, buffer.baseAddress, buffer.count) }
            guard count >= 0 else { throw Self.unreadable(path) }
            filled = count
        }
        return piece.isEmpty ? nil : piece
    }

    private static func unreadable(_ path: String) -> Problem {
        .notFound(Localized("Файл \(path) не читается.", "The file \(path) cannot be read."))
    }
}
