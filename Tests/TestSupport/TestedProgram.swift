import Foundation

/// The program that the tests start.
package enum TestedProgram {
    /// The file in `VITRINA_PROGRAM`, which `scripts/test` sets to the release build; else the debug build.
    package static var file: URL {
        get throws {
            if let path = ProcessInfo.processInfo.environment["VITRINA_PROGRAM"] {
                return URL(filePath: path)
            }
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: tests).deletingLastPathComponent().appending(path: "vitrina")
        }
    }
}
