import Core
import FoundationEssentials
import Storage

/// The last lines that this server has logged: messages, and requests that were answered.
///
/// They are in memory, and bounded by their number and their size: the oldest leave first. A restart empties it; the
/// whole log is where standard error goes.
package final class ServerLog: Sendable {
    private struct State {
        /// The lines before `first` are empty.
        var lines: [ServerLogLine?] = []
        var first = 0
        var size = 0
        /// The number of the oldest line.
        var number: Int64 = 1

        var count: Int { lines.count - first }
        /// The number of the next line.
        var next: Int64 { number + Int64(count) }
    }

    /// The lines that one read returns.
    struct Reading: Sendable {
        let lines: [ServerLogLine]
        /// The place after the last line that was looked at.
        let next: ServerLogCursor
        /// True if later lines are there already.
        let hasMore: Bool
        /// The lines after the reader's place that have left the memory since.
        let missed: Int
    }

    /// The last lines, as a page shows them.
    struct Tail: Sendable {
        /// The newest first.
        let lines: [ServerLogLine]
        /// The place of the oldest of them if earlier ones are in memory, too.
        let earlier: ServerLogCursor?
        /// True if no line has left the memory since the server started.
        let isWhole: Bool
    }

    package static let linesMax = 10_000
    /// Bytes.
    package static let sizeMax = 8 << 20

    /// Distinguishes this server from the others on the database, and from itself before a restart.
    let id = String(RequestLog.newID().prefix(8))
    let host = String(ProcessInfo.processInfo.hostName.prefix(200))
    let process = Int64(ProcessInfo.processInfo.processIdentifier)
    private let linesMax: Int
    private let sizeMax: Int
    private let state = Locked(State())

    /// `sizeMax` is in bytes.
    package init(linesMax: Int = ServerLog.linesMax, sizeMax: Int = ServerLog.sizeMax) {
        (self.linesMax, self.sizeMax) = (linesMax, sizeMax)
    }

    func add(_ line: ServerLogLine) {
        state.update { state in
            state.lines.append(line)
            state.size += line.size
            while state.count > linesMax || state.size > sizeMax {
                state.size -= state.lines[state.first]?.size ?? 0
                state.lines[state.first] = nil
                state.first += 1
                state.number += 1
            }
            // So that each line is moved once at most, on average.
            guard state.first > linesMax else { return }
            state.lines.removeFirst(state.first)
            state.first = 0
        }
    }

    /// Reads the first lines after the reader's place, or the last ones if it has read none of this server yet.
    func read(after cursor: ServerLogCursor, limit: Int, where fits: (ServerLogLine) -> Bool) -> Reading {
        let place = cursor[id]
        let (lines, first, next) = state.update { state in
            let skipped = place.map { max(0, $0 + 1 - state.number) } ?? 0
            let start = min(state.first + Int(min(skipped, Int64(state.count))), state.lines.count)
            return (Array(state.lines[start...]), state.number + Int64(start - state.first), state.next)
        }
        // A place after the newest line is not one of this server.
        let missed = place.map { max(0, first - $0 - 1) } ?? 0
        var found: [ServerLogLine] = []
        var hasMore = false
        for (offset, kept) in lines.enumerated() {
            guard var line = kept, fits(line) else { continue }
            if place != nil, found.count == limit {
                hasMore = true
                break
            }
            line.number = first + Int64(offset)
            found.append(line)
        }
        let last = hasMore ? found.last?.number : nil
        return Reading(
            lines: place == nil ? Array(found.suffix(limit)) : found,
            next: cursor.with(last ?? next - 1, of: id),
            hasMore: hasMore,
            missed: Int(missed)
        )
    }

    /// Reads the last lines before a place, or the last of all if it is no place in the log of this server.
    func tail(_ limit: Int, before cursor: ServerLogCursor, where fits: (ServerLogLine) -> Bool) -> Tail {
        let (lines, first) = state.update { state in (Array(state.lines[state.first...]), state.number) }
        let end = cursor[id].map { Int(min(max(0, $0 - first), Int64(lines.count))) } ?? lines.count
        var found: [ServerLogLine] = []
        var earlier: ServerLogCursor?
        for offset in (0..<end).reversed() {
            guard var line = lines[offset], fits(line) else { continue }
            if found.count == limit {
                earlier = found.last.map { ServerLogCursor().with($0.number, of: id) }
                break
            }
            line.number = first + Int64(offset)
            found.append(line)
        }
        return Tail(lines: found, earlier: earlier, isWhole: first == 1)
    }
}
