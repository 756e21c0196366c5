import Foundation
import TestSupport
import Testing

/// Commands that write to a full disk: they say so, leave nothing behind, and may be tried again.
struct FullDiskCommandTests {
    @Test(.enabled(if: SmallDisk.isPossible))
    func `a command says that the disk is full, and ends as one that may be tried again`() async throws {
        try await withProgram { program in
            try await SmallDisk.with(size: 1 << 20) { disk in
                var program = program
                program.environment["VITRINA_BACKUP_TO"] = "\(disk)/backups"
                program.environment["VITRINA_MEDIA_DIR"] = "\(disk)/media"
                let picture = "\(program.folder)/a.png"
                try Data(MediaFixture.png(width: 640, height: 800)).write(to: URL(filePath: picture))
                let calls = [
                    ["tags", "export", "--to", "\(disk)/tags.csv"], ["media", "add", picture],
                    ["backup", "create"],
                ]
                let filling = try SmallDisk.fill(disk)

                for call in calls {
                    let outcome = try await program.run(call)
                    #expect(outcome.status == 75, "\(call) \(outcome.messages)")
                    let isTold = ["No space left on device", "The disk is full", "кончилось место"].contains {
                        outcome.messages.contains($0)
                    }
                    #expect(isTold, "\(call) \(outcome.messages)")
                }
                let left = try FileManager.default.subpathsOfDirectory(atPath: disk).filter { path in
                    var isFolder: ObjCBool = false
                    let isThere = FileManager.default.fileExists(
                        atPath: "\(disk)/\(path)",
                        isDirectory: &isFolder
                    )
                    return isThere && !isFolder.boolValue && path != "filling"
                }
                #expect(left.isEmpty, "\(left)")

                #expect(unlink(filling) == 0)
                for call in calls { #expect(try await program.run(call).status == 0, "\(call)") }
            }
        }
    }
}
