import Glibc

/// The files and connections that this process may have open, of which there is a limit (`RLIMIT_NOFILE`).
///
/// A process at its limit does not live long: libdispatch, which runs all tasks, looks into `/proc` each second, and
/// ends the process if it cannot. So connections take half of the numbers at most, and files leave the last ones to the
/// libraries. Each new file gets the lowest number that is free, so while all stop below a number, those above it are
/// free.
package enum Descriptors {
    /// The purpose of a descriptor.
    package enum Use: CaseIterable, Sendable {
        /// A connection of a client: it can wait, and most of what it asks for needs a file.
        case connection
        /// A file of ours: an upload, a download, an import.
        case file
    }

    /// The numbers that files leave to the libraries: the database, the network, the system.
    private static let spareMax = 64

    /// Raises the limit as far as the system lets this process; if it does not, nothing changes.
    package static func raiseLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur < limits.rlim_max else { return }
        limits.rlim_cur = limits.rlim_max
        _ = setrlimit(resource, &limits)
    }

    /// True if one more may be opened for this; others may open one at the same time.
    package static func areLeft(for use: Use) -> Bool {
        let lowest = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lowest >= 0 else { return errno != EMFILE && errno != ENFILE }
        close(lowest)
        return Int(lowest) < end(for: use, of: limit)
    }

    /// Opens a file as `open` does, or fails with `EMFILE` while the last numbers are in use.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flags: Those of `open`.
    ///   - mode: The rights of a file that is made.
    /// - Returns: The number, which the caller closes; -1 if it failed, for the reason in `errno`.
    package static func ofFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        guard areLeft(for: .file) else {
            errno = EMFILE
            return -1
        }
        return open(path, flags, mode)
    }

    /// Makes a file as `mkstemp` does, or fails with `EMFILE` while the last numbers are in use.
    ///
    /// `path` ends in six letters `X` and a zero; it becomes the path of the file.
    package static func ofTemporaryFile(_ path: inout [CChar]) -> Int32 {
        guard areLeft(for: .file) else {
            errno = EMFILE
            return -1
        }
        return mkstemp(&path)
    }

    /// The first number, of so many, that is not for this.
    static func end(for use: Use, of limit: Int) -> Int {
        switch use {
        case .connection: limit / 2
        case .file: limit - min(limit / 4, spareMax)
        }
    }

    /// The limit, which others may change while this process runs.
    private static var limit: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit > 0 ? limit : .max
    }
}
