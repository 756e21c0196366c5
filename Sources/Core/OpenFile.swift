import Glibc

/// A file that this process has open, or one of its standard streams; a file is closed when no one holds it.
package final class OpenFile: Sendable {
    package static let standardInput = OpenFile(STDIN_FILENO, "standard input", isOwned: false)
    package static let standardError = OpenFile(STDERR_FILENO, "standard error", isOwned: false)

    private static let pieceSize = 64 << 10

    private let descriptor: Int32
    /// As errors name it.
    private let name: String
    private let isOwned: Bool

    /// Opens a file for reading; nil if that is not possible.
    package init?(reading path: String) {
        let descriptor = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        (self.descriptor, name, isOwned) = (descriptor, path, true)
    }

    /// Makes a new file that only this user may read, in place of an older one; throws a `FileError`.
    package convenience init(creating path: String) throws {
        unlink(path)
        let descriptor = Descriptors.ofFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("make", path) }
        self.init(descriptor, path, isOwned: true)
    }

    /// Takes over an open descriptor, and closes it in the end.
    package convenience init(owning descriptor: Int32) {
        self.init(descriptor, "an open file", isOwned: true)
    }

    private init(_ descriptor: Int32, _ name: String, isOwned: Bool) {
        (self.descriptor, self.name, self.isOwned) = (descriptor, name, isOwned)
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// The next `count` bytes, or fewer at the end; it blocks, and throws a `FileError`.
    package func read(upTo count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let wanted = min(count - bytes.count, Self.pieceSize)
            let piece = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                var got = Glibc.read(descriptor, buffer.baseAddress, wanted)
                while got < 0, errno == EINTR { got = Glibc.read(descriptor, buffer.baseAddress, wanted) }
                guard got >= 0 else { throw FileError("read", name) }
                filled = got
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }

    /// Writes all of the bytes; it blocks, and throws a `FileError`.
    package func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("write", name) }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until everything written is on the disk; it blocks, and throws a `FileError`.
    package func sync() throws {
        guard fsync(descriptor) == 0 else { throw FileError("sync", name) }
    }

    /// Writes a text; a failure is ignored, as with messages to a terminal that has gone.
    package func write(_ text: String) {
        try? write(Array(text.utf8))
    }
}
