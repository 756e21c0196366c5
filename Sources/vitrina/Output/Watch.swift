import ArgumentParser
import Core
import Glibc
import Storage

/// The options that show a list again after each change.
struct WatchOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Остаться и показывать список при изменениях; закончить — Ctrl-C.",
            "Stay, and show the list again when it has changed; Ctrl-C ends it."
        )
    )
    var watch = false

    @Option(
        help: ArgumentHelp(
            "Секунд между проверками, с --watch (1).",
            "Seconds between two looks, with --watch (1).",
            valueName: "seconds"
        )
    )
    var interval: Double?

    func validate() throws {
        if let interval, !(0.1...86_400 ~= interval) {
            throw ValidationError(
                Localized(
                    "Промежуток — от 0.1 до 86400 секунд.",
                    "The interval must be 0.1 to 86400 seconds."
                ).here
            )
        }
    }
}

extension WatchOptions {
    /// Nil if the list is shown once.
    var watching: Watch? {
        watch ? Watch(pause: .seconds(interval ?? 1)) : nil
    }
}

/// The state of a watching command: the answer that was shown last.
struct Watch: Sendable {
    let pause: Duration
    private let state = Locked(State())

    private struct State {
        var shown: String?
        var isFresh = true
    }

    init(pause: Duration) {
        self.pause = pause
    }

    /// True if the last answer differs from the one before it.
    var isFresh: Bool { state.value.isFresh }
    var hasShown: Bool { state.value.shown != nil }

    /// Stores the text and returns true if it differs from the shown one.
    func take(_ text: String) -> Bool {
        state.update { state in
            state.isFresh = state.shown != text
            state.shown = text
            return state.isFresh
        }
    }

    /// Polls with pauses; throws if the first poll fails, or a later one with a lasting failure.
    func run(_ terminal: Terminal, _ look: () async throws -> Void) async throws {
        Exit.endsByInterrupt()
        var isAway = false
        while !isOutputClosed {
            do {
                try await look()
                isAway = false
            } catch let failure as Failure where hasShown && failure.mayPass {
                if !isAway { terminal.note(failure.message) }
                isAway = true
            }
            fflush(nil)
            try await Task.sleep(for: pause)
        }
    }
}

extension Failure {
    /// True if the same request may succeed later.
    var mayPass: Bool { exit == .unreachable || exit == .tryAgain }
}

/// True if the reader of the output has closed it.
var isOutputClosed: Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLERR) != 0
}

extension Exit {
    /// Makes Ctrl-C end an endless command without a message.
    static func endsByInterrupt() {
        signal(SIGINT) { _ in _exit(Exit.interrupted.rawValue) }
    }
}
