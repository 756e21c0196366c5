import Foundation

/// Starts programs one after another.
///
/// Foundation's `Process.run` reads and writes what other threads change when several programs start at once.
package actor Launcher {
    package static let shared = Launcher()

    package func start(_ process: Process) throws {
        try process.run()
    }
}
