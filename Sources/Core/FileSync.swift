import Glibc

/// Waits until changes are on the disk; it blocks, and throws a `FileError`.
package enum FileSync {
    /// The bytes of a file.
    static func file(_ path: String) throws { try sync(path, O_RDONLY | O_CLOEXEC) }

    /// The names in a directory; without this a power failure could undo a rename.
    package static func directory(_ path: String) throws {
        try sync(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    private static func sync(_ path: String, _ flags: Int32) throws {
        let file = open(path, flags)
        guard file >= 0 else { throw FileError("open", path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileError("sync", path) }
    }
}
