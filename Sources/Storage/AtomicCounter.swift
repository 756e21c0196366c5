import Synchronization

/// A number that many threads change without a lock.
///
/// It is for figures that are only watched: a reader may see the change of another thread a moment later.
package final class AtomicCounter: Sendable {
    private let number: Atomic<Int>

    package init(_ value: Int = 0) {
        number = Atomic(value)
    }

    package var value: Int { number.load(ordering: .relaxed) }

    package func set(_ value: Int) { number.store(value, ordering: .relaxed) }

    package func increment(by count: Int = 1) {
        _ = number.wrappingAdd(count, ordering: .relaxed)
    }

    package func decrement() {
        _ = number.wrappingSubtract(1, ordering: .relaxed)
    }
}
