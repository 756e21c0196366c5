import Dispatch
import Synchronization

/// Group commit: writes that wait for one commit share the next transaction, and with it one disk sync.
///
/// Each caller's part runs in its own savepoint, so that it fails alone. No call returns before the commit. Of long
/// work, such as imports, a transaction has one part at most, so that the others need not wait for many. While another
/// process holds the lock, each caller waits for its own time, and not for that of those before it. The connection is
/// used on the queue only.
final class SQLiteWriteQueue: @unchecked Sendable {
    /// The number of callers that share one transaction.
    static let batchMax = 256
    /// The time for which a call waits for another process although it has waited long for other calls.
    private static let lastWaitMax: Duration = .milliseconds(250)

    /// One call of `write`.
    private struct Job: Sendable {
        /// The moment when it gives up on another process.
        let end: ContinuousClock.Instant
        /// Runs the body; the returned closure passes the result to the caller.
        let run: @Sendable (SQLiteLink) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var heavyJobs: [Job] = []
        var isDraining = false
        var isClosed = false
    }

    private let queue = DispatchQueue(label: "vitrina.sqlite.writer")
    /// Nil once it is closed.
    private var link: SQLiteLink?
    private let file: SQLiteFile
    private let busyTimeout: Duration
    private let lastWait: Duration
    private let state = Mutex(State())
    private let batches = Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
    private let commits = Histogram()

    /// `busyTimeout` is the time after which a call fails as `.busy` if another process holds the lock all the while.
    init(_ link: SQLiteLink, file: SQLiteFile, busyTimeout: Duration) {
        self.link = link
        self.file = file
        self.busyTimeout = busyTimeout
        lastWait = min(Self.lastWaitMax, busyTimeout / 2)
    }

    func run<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        let lane = Lane.current
        let end = end
        return try await withCheckedThrowingContinuation { caller in
            let job = Job(
                end: end,
                run: { link in
                    let result = try body(SQLiteConnection(link))
                    return { caller.resume(returning: result) }
                },
                fail: { caller.resume(throwing: $0) }
            )
            add(job, isHeavy: lane == .heavy)
        }
    }

    /// The present state of the queue, and the distributions since its start.
    var statistics: DatabaseStatistics.Writes {
        let waiting = state.withLock { $0.jobs.count + $0.heavyJobs.count }
        return DatabaseStatistics.Writes(waiting: waiting, batches: batches, commits: commits)
    }

    /// Refuses new jobs, and waits for those already accepted.
    func close() async throws {
        let end = end
        try await withCheckedThrowingContinuation { caller in
            let last = Job(
                end: end,
                run: { _ in { caller.resume() } },
                fail: { _ in caller.resume() }
            )
            add(last, thenClose: true)
        }
        await withCheckedContinuation { caller in
            queue.async {
                self.link = nil
                caller.resume()
            }
        }
    }

    /// The moment when a call that begins now gives up on another process, after a last try.
    private var end: ContinuousClock.Instant { ContinuousClock.now + busyTimeout - lastWait }

    private func add(_ job: Job, isHeavy: Bool = false, thenClose: Bool = false) {
        let (isRefused, mustDrain) = state.withLock { state in
            if state.isClosed { return (true, false) }
            state.isClosed = thenClose
            if isHeavy { state.heavyJobs.append(job) } else { state.jobs.append(job) }
            defer { state.isDraining = true }
            return (false, !state.isDraining)
        }
        if isRefused { job.fail(StorageError.unreachable("It is closed.", mayBeKept: false)) }
        if mustDrain { queue.async { self.drain() } }
    }

    private func drain() {
        while let link, let batch = nextBatch() {
            keep(batch, on: link)
        }
    }

    /// Returns nil and ends this drain if no job waits.
    private func nextBatch() -> [Job]? {
        state.withLock { state in
            var batch = Array(state.jobs.prefix(Self.batchMax))
            state.jobs.removeFirst(batch.count)
            if !state.heavyJobs.isEmpty { batch.append(state.heavyJobs.removeFirst()) }
            guard !batch.isEmpty else {
                state.isDraining = false
                return nil
            }
            return batch
        }
    }

    private func keep(_ batch: [Job], on link: SQLiteLink) {
        var answers: [@Sendable () -> Void] = []
        var (hasBegun, ended) = (false, ContinuousClock.now)
        do {
            try file.check()
            let now = ContinuousClock.now
            let first = batch.map(\.end).min() ?? now
            link.waitForOthers(max(first - now, lastWait))
            answers = try link.transaction("BEGIN IMMEDIATE") {
                hasBegun = true
                let answers = try batch.map { job in
                    try batch.count == 1 ? job.run(link) : runAlone(job, on: link)
                }
                // The file may have been moved meanwhile: nothing may be reported as committed that is lost.
                try file.check()
                ended = .now
                return answers
            }
            batches.record(Double(batch.count))
            commits.record(ContinuousClock.now - ended)
        } catch StorageError.busy(let message) where !hasBegun {
            failLate(in: batch, StorageError.busy(message), on: link)
            return
        } catch let error where batch.count > 1 && !error.isForAll {
            // One job may have failed the commit for all: a deferred constraint is checked only then.
            for job in batch { keep([job], on: link) }
            return
        } catch {
            answers = batch.map { job in { job.fail(error) } }
        }
        for answer in answers { answer() }
    }

    /// Fails the jobs whose time is up, at least one, while another process holds the lock; the others wait on.
    private func failLate(in batch: [Job], _ error: StorageError, on link: SQLiteLink) {
        let now = ContinuousClock.now
        let due = max(now, batch.map(\.end).min() ?? now)
        for job in batch where job.end <= due { job.fail(error) }
        let rest = batch.filter { $0.end > due }
        if !rest.isEmpty { keep(rest, on: link) }
    }

    /// Returns the job's own failure as its result; throws if the failure has rolled back the whole transaction.
    private func runAlone(_ job: Job, on link: SQLiteLink) throws -> @Sendable () -> Void {
        do {
            return try link.savepoint { try job.run(link) }
        } catch let error where link.isInTransaction {
            return { job.fail(error) }
        }
    }
}

extension Error {
    /// True if each job would fail alike: the file is gone or read-only, or another process held it too long.
    fileprivate var isForAll: Bool {
        switch self as? StorageError {
        case .busy, .detached, .readOnly: true
        case _: false
        }
    }
}
