import Glibc

/// The processor's time of this thread, which the load of the machine does not change.
package enum ThreadTime {
    package static var now: Duration {
        // Two modules of C declare the members of timespec, so that the compiler finds them only sometimes.
        var time = (seconds: 0, nanoseconds: 0)
        _ = withUnsafeMutablePointer(to: &time) { pointer in
            pointer.withMemoryRebound(to: timespec.self, capacity: 1) {
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, $0)
            }
        }
        return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
    }
}
