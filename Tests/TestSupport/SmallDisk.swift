import Foundation
import Glibc

/// A file system in memory, for tests of a full disk.
package enum SmallDisk {
    /// True if this user may mount one; the tests of a full disk are left out elsewhere.
    package static let isPossible: Bool = {
        let path = NSTemporaryDirectory() + "vitrina-disk-" + UUID().uuidString
        guard mkdir(path, 0o700) == 0 else { return false }
        defer { rmdir(path) }
        guard SmallDisk.mounts(path, size: 64 << 10) else { return false }
        umount2(path, SmallDisk.detach)
        return true
    }()

    /// Runs `body` with the path of a disk of this many bytes, and removes it afterwards.
    package static func with(size: Int, _ body: (String) async throws -> Void) async throws {
        try await withTemporaryDirectory { path in
            guard mounts(path, size: size) else { throw CocoaError(.fileWriteNoPermission) }
            defer { umount2(path, detach) }
            try await body(path)
        }
    }

    /// Takes all the room that is left, by a file whose removal gives it back; returns its path.
    package static func fill(_ disk: String) throws -> String {
        let path = disk + "/filling"
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(file) }
        for size in [64 << 10, 4 << 10] {
            let block = [UInt8](repeating: 1, count: size)
            while Glibc.write(file, block, size) > 0 {}
        }
        return path
    }

    /// `MNT_DETACH`: also while a file is open.
    private static let detach: Int32 = 2

    private static func mounts(_ path: String, size: Int) -> Bool {
        mount("vitrina", path, "tmpfs", 0, "size=\(size)") == 0
    }
}
