import CSpawn
import Foundation
import Glibc
import Storage

/// A child process of a test, with the same names as Foundation's `Process`.
///
/// Foundation's class reads beyond the end of a buffer with more than 1,300 open files
/// (`findMaximumOpenFromProcSelfFD`), and sometimes crashes the tests.
package final class ChildProcess: Sendable {
    private struct State {
        var id: pid_t = 0
        var status: Int32?
        var waiting: [CheckedContinuation<Int32, Never>] = []
    }

    package struct Failure: Error {
        let code: Int32
    }

    private let executable: String
    private let arguments: [String]
    private let environment: [String: String]
    private let folder: String?
    private let input, output, errors: Stream
    private let state = Locked(State())
    private let end = DispatchGroup()

    /// The input or output of the child.
    package enum Stream: Sendable {
        case inherited, null
        case file(String)
        case pipe(Pipe)
    }

    package init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        folder: String? = nil,
        input: Stream = .null,
        output: Stream = .inherited,
        errors: Stream = .inherited
    ) {
        (self.executable, self.arguments, self.environment) = (executable, arguments, environment)
        (self.folder, self.input, self.output, self.errors) = (folder, input, output, errors)
    }

    /// Starts the child.
    package func run() throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
        for (number, stream) in [input, output, errors].enumerated() {
            switch (stream, number) {
            case (.inherited, _): break
            case (.null, _): posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            case (.file(let path), 0): posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
            case (.file(let path), _):
                posix_spawn_file_actions_addopen(
                    &actions,
                    Int32(number),
                    path,
                    O_WRONLY | O_CREAT | O_TRUNC,
                    0o600
                )
            case (.pipe(let pipe), 0):
                posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForReading.fileDescriptor, 0)
            case (.pipe(let pipe), _):
                posix_spawn_file_actions_adddup2(
                    &actions,
                    pipe.fileHandleForWriting.fileDescriptor,
                    Int32(number)
                )
            }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        try spawn(&actions)
        // The reader of the other end must reach the end of the pipe when the child ends, not when the tests end.
        if case .pipe(let pipe) = input { try pipe.fileHandleForReading.close() }
        for case .pipe(let pipe) in [output, errors] { try? pipe.fileHandleForWriting.close() }
    }

    private func spawn(_ actions: inout posix_spawn_file_actions_t) throws {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A separate process group: Ctrl-C ends the tests, and they end the child.
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, executable, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw Failure(code: code) }
        state.update { [id] in $0.id = id }
        end.enter()
        Thread.detachNewThread { [id] in self.wait(for: id) }
    }

    private func wait(for id: pid_t) {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        // The exit code or the number of the signal, as in Foundation.
        let code = signal == 0 ? status >> 8 & 0xff : signal
        let waiting = state.update { state in
            state.status = code
            return state.waiting
        }
        end.leave()
        for done in waiting { done.resume(returning: code) }
    }

    package var id: Int32 { state.value.id }
    package var terminationStatus: Int32 { state.value.status ?? -1 }

    /// Waits for the end of the child, which has been started; returns its status.
    @discardableResult
    package func ended() async -> Int32 {
        await withCheckedContinuation { done in
            let status = state.update { state in
                if state.status == nil { state.waiting.append(done) }
                return state.status
            }
            if let status { done.resume(returning: status) }
        }
    }

    /// Waits for the end of the child, and blocks the thread.
    package func waitUntilExit() {
        end.wait()
    }

    package func terminate() { send(SIGTERM) }
    package func interrupt() { send(SIGINT) }

    package func send(_ signal: Int32) {
        let state = state.value
        if state.id > 0, state.status == nil { kill(state.id, signal) }
    }
}
