/// The report of statements and transactions that take longer than a bound.
package struct SlowStatements: Sendable {
    /// A statement, or a transaction of statements none of which is slow by itself.
    package struct Slow: Sendable, Hashable {
        /// The text without its values; of a transaction, that of its longest statement.
        package let text: String
        package let duration: Duration
        package let database: Dialect
        package let isTransaction: Bool
    }

    /// In microseconds; all copies share it.
    private let microseconds: AtomicCounter
    /// Called on the thread of the connection, so it must return at once.
    package let report: @Sendable (Slow) -> Void

    package init(longerThan bound: Duration, report: @escaping @Sendable (Slow) -> Void) {
        (microseconds, self.report) = (AtomicCounter(Self.microseconds(bound)), report)
    }

    package var bound: Duration { .microseconds(microseconds.value) }

    /// Changes the bound for connections that are open, too; nil for none.
    package func change(to bound: Duration?) {
        microseconds.set(bound.map(Self.microseconds) ?? Int.max)
    }

    private static func microseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return isTooLong ? Int.max : Int(whole) + Int(attoseconds / 1_000_000_000_000)
    }
}

/// Measures the statements of one connection; used by one thread at a time.
final class StatementTimer {
    private let slow: SlowStatements
    private let database: Dialect
    /// The end of the last of several statements that travel together.
    private var lapped = ContinuousClock.now
    /// The beginning of the open transaction, and its longest statement so far.
    private var began: ContinuousClock.Instant?
    private var longest: (text: String, duration: Duration)?
    /// True if the transaction is not to be reported: one of its statements was, or it reads a long answer.
    private var isExplained = false

    init(_ slow: SlowStatements, _ database: Dialect) {
        (self.slow, self.database) = (slow, database)
    }

    func begin(_ text: String) {
        began = ContinuousClock.now
        longest = (text: text, duration: Duration.zero)
        isExplained = false
    }

    /// Runs a statement; one that fails is measured, too.
    func measure<R>(_ text: String, _ body: () throws -> R) rethrows -> R {
        let start = ContinuousClock.now
        defer { note(text, ContinuousClock.now - start) }
        return try body()
    }

    /// Several statements are sent at once, and answered one after another.
    func start() { lapped = ContinuousClock.now }

    /// The next of them has its answer.
    func lap(_ text: String) {
        let now = ContinuousClock.now
        note(text, now - lapped)
        lapped = now
    }

    /// The transaction reads a long answer row by row, which takes as long as its reader does.
    func expectLong() { isExplained = true }

    func note(_ text: String, _ duration: Duration) {
        if duration > longest?.duration ?? Duration.zero { longest = (text: text, duration: duration) }
        guard duration >= slow.bound else { return }
        isExplained = true
        report(text, duration, isTransaction: false)
    }

    func end() {
        defer { (began, longest) = (nil, nil) }
        guard let began, !isExplained else { return }
        let duration = ContinuousClock.now - began
        guard duration >= slow.bound else { return }
        report(longest?.text ?? "", duration, isTransaction: true)
    }

    private func report(_ text: String, _ duration: Duration, isTransaction: Bool) {
        slow.report(
            SlowStatements.Slow(
                text: text,
                duration: duration,
                database: database,
                isTransaction: isTransaction
            )
        )
    }
}
