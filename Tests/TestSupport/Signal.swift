import Dispatch
import Foundation

/// Signals one thread or task that another has reached a point.
package final class Signal: Sendable {
    private let group = DispatchGroup()

    package init() {
        group.enter()
    }

    /// Sends the signal; it must be called only once.
    package func send() {
        group.leave()
    }

    /// Waits for the signal and blocks the thread, for the body of a transaction.
    ///
    /// The time is limited, so that a failing test ends.
    package func wait() {
        _ = group.wait(timeout: .now() + 100)
    }

    /// Waits for the signal in a test, whose thread must not be blocked.
    package func arrival() async {
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                self.wait()
                done.resume()
            }
        }
    }
}

package func temporaryPath() -> String {
    NSTemporaryDirectory() + "vitrina-\(UUID().uuidString).db"
}
