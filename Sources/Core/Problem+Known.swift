import FoundationEssentials
import Storage

extension Problem {
    /// The problem that an error is for the client; nil if only the log may tell what it was.
    package init?(known error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as StorageError: self.init(error)
        case let error as any ProblemConvertible: self = error.problem
        case let error as FileError where error.isFull: self = .fullDisk
        case let error as FileError where error.isScarce: self = .tooManyFiles
        case let error as FileError where error.isAway: self = .noDirectory
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .fullDisk
        case _: return nil
        }
    }

    /// The problem of a write for which the disk of the server, or of its database, has no room.
    package static let fullDisk = Problem(
        .unavailable,
        Localized(
            "На диске кончилось место. Администратор должен освободить его, после этого повторите.",
            "The disk is full. An administrator must make room; then try again."
        ),
        retryAfter: 60
    )

    /// The problem of a request for which no more files can be opened.
    package static let tooManyFiles = Problem(
        .unavailable,
        Localized(
            "На сервере открыто слишком много файлов и соединений. Повторите через несколько секунд.",
            "The server has too many files and connections open. Try again in a few seconds."
        ),
        retryAfter: 5
    )

    /// The problem of a request whose file the server can neither keep nor read; the log says which one.
    static let noDirectory = Problem(
        .unavailable,
        Localized(
            "Папка с файлами на сервере недоступна. Администратор должен вернуть её, после этого повторите.",
            "The server cannot use the directory of its files. An administrator must mend it; then try again."
        ),
        retryAfter: 60
    )
}
