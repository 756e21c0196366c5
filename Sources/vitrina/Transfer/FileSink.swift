import Core
import Glibc
import Storage

/// The output of a long answer: standard output, or a file that gets its name after it is complete.
final class FileSink: Sendable {
    private let path: String
    private let temporary: String?
    private let file: Int32
    private let isFinished = Locked(false)

    /// Opens the output; `-` is standard output.
    init(_ path: String) throws(Failure) {
        self.path = path
        guard path != "-" else {
            (temporary, file) = (nil, STDOUT_FILENO)
            return
        }
        temporary = "\(path).part"
        file = open("\(path).part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Self.failure(path) }
    }

    deinit {
        guard let temporary, file >= 0 else { return }
        close(file)
        // After the end, another sink may be writing a file with the temporary name.
        if !isFinished.value { unlink(temporary) }
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure(path) }
            rest = rest.dropFirst(written)
        }
    }

    func finish() throws(Failure) {
        guard let temporary else { return }
        guard fsync(file) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
        isFinished.update { $0 = true }
    }

    private static func failure(_ path: String) -> Failure {
        let code = errno
        let why = String(cString: strerror(code))
        return Failure(
            FileError.isFull(code) ? .tryAgain : .data,
            "unwritable",
            Localized("В \(path) не записать: \(why).", "\(path) cannot be written: \(why).")
        )
    }
}
