import Glibc
import Synchronization

/// The files of an open database, which must not be replaced, moved or deleted.
///
/// Data that is written into such a file is lost when the last process closes it.
final class SQLiteFile: Sendable {
    private struct Identity: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64

        /// Nil if there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    let path: String
    private let identity: Identity?
    /// The write-ahead log is created by the first write.
    private let log = Mutex<Identity?>(nil)

    /// The file must be open already.
    init(path: String) {
        self.path = path
        identity = Identity(path)
    }

    /// Throws if a path leads to another file than the open one, or to none.
    func check() throws(StorageError) {
        guard identity == Identity(path) else { throw lost(path) }
        let now = Identity(path + "-wal")
        let known = log.withLock { known in
            known = known ?? now
            return known
        }
        guard known == now else { throw lost(path + "-wal") }
    }

    private func lost(_ path: String) -> StorageError {
        .detached("\(path) was replaced, moved or deleted while the program had it open.")
    }
}
