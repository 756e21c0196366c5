import Core
import Glibc

/// A file that is open for reading; it is closed when no one holds it.
final class FileDescriptor {
    private let number: Int32
    let size: Int

    init(path: String) throws(Problem) {
        number = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        if number < 0, FileError("open", path).isScarce { throw .tooManyFiles }
        var status = stat()
        guard number >= 0, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            if number >= 0 { close(number) }
            throw .notFound(Localized("Файл \(path) не читается.", "The file \(path) cannot be read."))
        }
        size = Int(status.st_size)
    }

    deinit {
        close(number)
    }

    /// Fills the buffer from there on; the count is less than asked for only at the end of the file.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(number, rest.baseAddress, rest.count, off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Problem.notFound(Localized("Файл не читается.", "The file cannot be read."))
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Nil if the file ends before the last of these bytes.
    func bytes(at offset: Int, _ count: Int) throws -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try bytes.withUnsafeMutableBytes { buffer in
            try read(at: offset, into: buffer)
        }
        return filled == count ? bytes : nil
    }
}
