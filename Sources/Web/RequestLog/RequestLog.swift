import Core
import Dispatch
import Storage

/// The access log: a line of JSON for each answered request, written in batches.
///
/// Requests never wait for the reader of the log. If it is too slow, lines are dropped and counted.
package final class RequestLog: Sendable {
    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isScheduled = false
    }

    /// The seconds for which a line waits for others.
    private static let pause = 0.2
    /// The number of bytes that are written at once although others may follow.
    private static let batchSize = 64 << 10
    private static let sizeMax = 4 << 20
    /// Pieces up to this size are not torn by other writers of the same pipe (`PIPE_BUF`).
    private static let pieceSize = 4096

    let dropped = AtomicCounter()
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "vitrina.request-log")
    private let write: @Sendable ([UInt8]) -> Void

    /// `write` gets whole lines, on a thread of its own.
    package init(write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// The log on standard error, beside the log of the server.
    package static var standardError: RequestLog {
        RequestLog { lines in try? OpenFile.standardError.write(lines) }
    }

    func add(_ entry: Entry) { add(entry.line) }

    /// Adds a line with the line break at its end.
    func add(_ line: [UInt8]) {
        enum Need { case nothing, later, now }
        let need = state.update { state -> Need in
            guard state.bytes.count + line.count <= Self.sizeMax else {
                dropped.increment()
                return .nothing
            }
            let wasShort = state.bytes.count < Self.batchSize
            state.bytes += line
            if wasShort, state.bytes.count >= Self.batchSize { return .now }
            if state.isScheduled { return .nothing }
            state.isScheduled = true
            return .later
        }
        switch need {
        case .nothing: break
        case .later: queue.asyncAfter(deadline: .now() + Self.pause) { self.drain() }
        case .now: queue.async { self.drain() }
        }
    }

    /// Writes the lines so far; waits until they are written.
    package func flush() {
        queue.sync { drain() }
    }

    private func drain() {
        let bytes = state.update { state in
            let bytes = state.bytes
            state.bytes = []
            state.isScheduled = false
            return bytes
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Self.piece(of: rest)
            write(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
    }

    /// As many whole lines as fit a piece, or one that is longer.
    private static func piece(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let newline = UInt8(ascii: "\n")
        if let end = bytes.prefix(pieceSize).lastIndex(of: newline) { return bytes[...end] }
        return bytes.firstIndex(of: newline).map { bytes[...$0] } ?? bytes
    }
}
