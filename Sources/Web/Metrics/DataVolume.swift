import Glibc

/// The volume of the data directory.
enum DataVolume {
    /// Below this a server should get no more requests: SQLite needs room for its log.
    static let spaceMin: Int64 = 100 << 20

    /// The bytes that this user may still write; nil if the directory cannot be looked at.
    static func space(at path: String) -> Int64? {
        var volume = statvfs()
        guard statvfs(path, &volume) == 0 else { return nil }
        let (bytes, isHuge) = UInt64(volume.f_bavail).multipliedReportingOverflow(by: UInt64(volume.f_frsize))
        return isHuge ? .max : Int64(clamping: bytes)
    }
}
