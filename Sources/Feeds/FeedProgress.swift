/// Counts the bytes that have been read, and stops the reading when it is cancelled.
final class FeedProgress {
    private let all: Int
    private var done = 0
    private let report: (_ done: Int, _ all: Int) -> Void
    private let isCancelled: () -> Bool

    init(all: Int, report: @escaping (Int, Int) -> Void, isCancelled: @escaping () -> Bool) {
        self.all = all
        self.report = report
        self.isCancelled = isCancelled
    }

    /// Throws `CancellationError` once the reading is cancelled.
    func advance(by count: Int) throws {
        guard !isCancelled() else { throw CancellationError() }
        done &+= count
        report(min(done, all), all)
    }
}
