import Foundation

/// The program that the tests start.
package enum TestedProgram {
    /// The file that `VITRINA_PROGRAM` names, as `scripts/test` does with the release build; else the debug build
    /// beside the tests.
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
