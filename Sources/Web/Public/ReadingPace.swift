import NIOCore

/// The time that a client may take to send a request.
struct ReadingLimits: Sendable {
    /// From the first byte of a request to the end of its head.
    var head = TimeAmount.seconds(10)
    /// The waiting for the bytes of a body after which their number is looked at, each time from zero.
    var window = TimeAmount.seconds(10)
    /// The bytes of a body that must come in each of these times: a kilobyte a second.
    var sizeMin = 10 << 10
    /// All the waiting for one body, however fast it comes: an archive of 512 MB needs 150 kB a second.
    var body = TimeAmount.hours(1)
}

/// Measures how fast the body of a request comes.
///
/// Only the time counts in which the server waits for bytes. It does not while a handler has enough to do with those
/// that came: a long import may be as slow as the database.
struct ReadingPace {
    private let limits: ReadingLimits
    /// Since when the server waits; nil if it does not.
    private var asked: NIODeadline?
    /// The waiting and the bytes since the last look.
    private var waited = TimeAmount.zero
    private var size = 0
    private var total = TimeAmount.zero

    init(_ limits: ReadingLimits) {
        self.limits = limits
    }

    var isWaiting: Bool { asked != nil }

    /// The time after which another look can find the body too slow.
    var rest: TimeAmount { max(limits.window - waited, .seconds(1)) }

    /// The server has room for more bytes.
    mutating func ask(at now: NIODeadline) {
        if asked == nil { asked = now }
    }

    mutating func receive(_ count: Int) { size += count }

    /// Some bytes have come, so the server does not wait until it asks again.
    mutating func pause(at now: NIODeadline) {
        count(until: now)
        asked = nil
    }

    /// True if less has come than should have, or if it has taken too long in all.
    mutating func isTooSlow(at now: NIODeadline) -> Bool {
        count(until: now)
        guard total < limits.body else { return true }
        guard waited >= limits.window else { return false }
        defer { (waited, size) = (.zero, 0) }
        return size < limits.sizeMin
    }

    private mutating func count(until now: NIODeadline) {
        guard let asked else { return }
        waited = waited + (now - asked)
        total = total + (now - asked)
        self.asked = now
    }
}
