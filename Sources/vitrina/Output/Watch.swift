import ArgumentParser
import Core
import Foundation
import Storage

/// Shows a list again whenever it has changed.
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
    /// Nil where the list is shown once.
    var watching: Watch? {
        watch ? Watch(pause: .seconds(interval ?? 1)) : nil
    }
}

/// What a command that watches has shown so far.
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

    /// The last answer was another than the one before it.
    var isFresh: Bool { state.value.isFresh }
    var hasShown: Bool { state.value.shown != nil }

    /// True where the text is not what is shown already.
    func take(_ text: String) -> Bool {
        state.update { state in
            state.isFresh = state.shown != text
            state.shown = text
            return state.isFresh
        }
    }

    /// Looks again and again; throws where the first look fails, or one that no waiting mends.
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
    /// The same request may succeed a little later.
    var mayPass: Bool { exit == .unreachable || exit == .tryAgain }
}

/// Nobody reads the output any more.
var isOutputClosed: Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLERR) != 0
}

extension Exit {
    /// Has Ctrl-C end a command that goes on for ever, with nothing more to say.
    static func endsByInterrupt() {
        signal(SIGINT) { _ in _exit(Exit.interrupted.rawValue) }
    }
}
