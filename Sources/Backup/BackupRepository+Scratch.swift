// In a release build with the static runtime, `stat` comes from this module.
import CDispatch
import Core
import FoundationEssentials
import Glibc

extension BackupRepository {
    /// A temporary file of this age was left by a program that has ended.
    private static let scratchAge: Int64 = 24 * 3_600

    /// Removes temporary files that a program has left: they may hold all rows.
    func removeLeftScratch() async throws {
        let scratch = scratch
        try await offTasks {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []
            for name in names where name.hasPrefix(Self.scratchPrefix) {
                var status = stat()
                guard stat("\(scratch)/\(name)", &status) == 0 else { continue }
                if time(nil) - status.st_mtim.tv_sec > Int(Self.scratchAge) { unlink("\(scratch)/\(name)") }
            }
        }
    }
}
