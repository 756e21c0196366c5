import Dispatch
import Foundation

/// Signals one thread or task that another has reached a point.
package final class Signal: Sendable {
    private let group = DispatchGroup()

    package init() {
        group.enter()
    }

    /// Only once.
    package func send() {
        group.leave()
    }

    /// Blocks; for the body of a transaction.
    ///
    /// Bounded, so that a failing test ends.
    package func wait() {
        _ = group.wait(timeout: .now() + 20)
    }

    /// The same for a test, whose thread must not be blocked.
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
