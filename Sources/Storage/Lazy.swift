import Synchronization

/// A value that is made on first use, and stored.
package final class Lazy<Value: Sendable, Failure: Error>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () throws(Failure) -> Value

    package init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
        self.make = make
    }

    /// The value; concurrent callers wait for the first one, and an error is not cached.
    package func get() throws(Failure) -> Value {
        try made.withLock { made throws(Failure) in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
