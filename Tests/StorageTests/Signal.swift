import Dispatch
import Foundation

/// Tells one thread or task that another has come so far.
final class Signal: Sendable {
    private let group = DispatchGroup()

    init() {
        group.enter()
    }

    /// Once.
    func send() {
        group.leave()
    }

    /// Blocks; for the body of a transaction.
    ///
    /// Bounded, so that a failing test ends.
    func wait() {
        _ = group.wait(timeout: .now() + 20)
    }

    /// The same for a test, whose thread must not be blocked.
    func arrival() async {
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                self.wait()
                done.resume()
            }
        }
    }
}

func temporaryPath() -> String {
    NSTemporaryDirectory() + "vitrina-\(UUID().uuidString).db"
}
