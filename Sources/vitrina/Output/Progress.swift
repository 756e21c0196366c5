import Core
import Glibc
import Storage

/// Shows progress on standard error: a bar on a terminal, or a line at intervals in a log.
struct Progress: Sendable {
    /// The time before the first output; shorter work shows no progress.
    static let patience: Duration = .milliseconds(500)
    static let pause: Duration = .milliseconds(100)
    /// The pause between two lines in a log.
    static let linePause: Duration = .seconds(10)
    static let barWidth = 24

    private let what: String
    private let isTerminal: Bool
    private let write: @Sendable (String) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Locked<State>

    private struct State {
        /// The earliest moment of the next output.
        var next: ContinuousClock.Instant
        var isShown = false
    }

    /// Creates a display; `what` precedes the numbers, and `now` measures from the start of the work.
    init(
        _ what: String,
        isTerminal: Bool,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.what = what
        self.isTerminal = isTerminal
        self.write = write
        self.now = now
        state = Locked(State(next: now() + (isTerminal ? Self.patience : Self.linePause)))
    }

    /// A display that shows nothing.
    static let none = Progress("", isTerminal: false) { _ in }

    func show(_ done: Int, of total: Int?, _ phase: String? = nil) {
        let now = now()
        let isDue = state.update { state in
            guard state.next <= now else { return false }
            state.next = now + (isTerminal ? Self.pause : Self.linePause)
            state.isShown = true
            return true
        }
        guard isDue else { return }
        let name = [what, phase].compactMap { $0 }.joined(separator: ", ")
        // Carriage return, then the bar, then an erase of the rest of the line.
        write(isTerminal ? "\r\(bar(name, done, total))\u{1B}[K" : "\(text(name, done, total))\n")
    }

    /// Removes the bar, so that the next output replaces it.
    func end() {
        let wasShown = state.update { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if wasShown, isTerminal { write("\r\u{1B}[K") }
    }

    private func bar(_ name: String, _ done: Int, _ total: Int?) -> String {
        guard let total, total > 0 else { return text(name, done, total) }
        let share = min(1, Double(max(0, done)) / Double(total))
        let full = Int(share * Double(Self.barWidth))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
        return "\(name) \(bar) \(Int(share * 100))% \(done)/\(total)"
    }

    private func text(_ name: String, _ done: Int, _ total: Int?) -> String {
        total.map { "\(name): \(done)/\($0)" } ?? "\(name): \(done)"
    }
}

extension Terminal {
    /// Shows the progress of some work on standard error.
    func progress(_ what: Localized) -> Progress {
        Progress(printable(what[language]), isTerminal: hasReader) { text in
            fflush(nil)
            OpenFile.standardError.write(text)
        }
    }
}

extension OutputOptions {
    /// Shows the progress of some work; nothing if only a program reads the output.
    func progress(_ what: Localized) -> Progress { json || quiet ? .none : terminal.progress(what) }
}

extension Session {
    /// Shows the progress of a call; nothing if only a program reads the output.
    func progress(_ what: Localized) -> Progress { isTalkative ? terminal.progress(what) : .none }
}
