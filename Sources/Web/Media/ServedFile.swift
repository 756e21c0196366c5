import Core
import Glibc
import Hummingbird
import NIOCore
import NIOPosix

/// A file that is being sent; it stays open, so that removing or replacing it does not cut the response short.
final class ServedFile: Sendable {
    /// Pieces of this size keep the disk and the socket busy without much memory for each reader.
    private static let pieceSize = 256 << 10

    let size: Int
    private let descriptor: Int32

    /// Nil if there is no such file; it blocks until the file is open, and throws if too many are open.
    init?(_ path: String) throws(FileError) {
        let descriptor = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = FileError("open", path)
            guard error.isScarce else { return nil }
            throw error
        }
        guard let size = Self.size(of: descriptor) else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.size) = (descriptor, size)
    }

    /// Takes over an open file, and closes it when it is deinitialized; nil if it is not a file.
    init?(descriptor: Int32) {
        guard let size = Self.size(of: descriptor) else { return nil }
        (self.descriptor, self.size) = (descriptor, size)
    }

    /// Nil if there is nothing to read, as in a directory.
    private static func size(of descriptor: Int32) -> Int? {
        // Not by `stat`: which module declares its members depends on how this is built.
        var first: UInt8 = 0
        guard pread(descriptor, &first, 1, 0) >= 0 else { return nil }
        let size = lseek(descriptor, 0, SEEK_END)
        return size < 0 ? nil : size
    }

    deinit { close(descriptor) }

    /// Opens a file off the threads that Swift's tasks share.
    static func at(_ path: String) async throws -> ServedFile? {
        try await NIOThreadPool.singleton.runIfActive { try ServedFile(path) }
    }

    /// These bytes as a body; the next piece is read while the previous one is sent.
    ///
    /// `ending` is called once the reader has taken all but the last piece.
    func body(_ range: Range<Int>, ending: (@Sendable () -> Void)? = nil) -> ResponseBody {
        guard !range.isEmpty else { return ResponseBody() }
        return ResponseBody(contentLength: range.count) { writer in
            var start = range.lowerBound
            var piece = try await self.piece(start, before: range.upperBound)
            while true {
                start += piece.readableBytes
                guard start < range.upperBound else { break }
                let offset = start
                async let next = self.piece(offset, before: range.upperBound)
                try await writer.write(piece)
                piece = try await next
            }
            ending?()
            try await writer.write(piece)
            try await writer.finish(nil)
        }
    }

    /// Throws if the file has become shorter.
    private func piece(_ start: Int, before end: Int) async throws -> ByteBuffer {
        let count = min(Self.pieceSize, end - start)
        return try await NIOThreadPool.singleton.runIfActive {
            var buffer = ByteBufferAllocator().buffer(capacity: count)
            let read = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
                var read: Int
                repeat {
                    read = pread(self.descriptor, bytes.baseAddress, count, off_t(start))
                } while read < 0 && errno == EINTR
                guard read > 0 else { throw Cut() }
                return read
            }
            _ = read
            return buffer
        }
    }

    private struct Cut: Error {}
}
