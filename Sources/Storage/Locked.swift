import Synchronization

/// A value behind a mutex, for state that must be accessible without awaiting an actor.
package final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: Value) {
        mutex = Mutex(value)
    }

    package var value: Value { mutex.withLock { $0 } }

    /// Changes the value; `body` must be short, since every reader waits for it.
    package func update<R: Sendable>(_ body: (inout Value) -> R) -> R {
        mutex.withLock { value in body(&value) }
    }
}
