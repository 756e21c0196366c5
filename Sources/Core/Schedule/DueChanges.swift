import Storage

/// Carries out due changes, each in one transaction; the server that removes the row of a change does it.
package struct DueChanges: DueWork {
    /// The number of due changes read at a time.
    private static let dueMax = 100

    private enum Outcome: Sendable {
        case done
        /// Another server was first, or somebody has rescheduled the change.
        case gone
        case failed(String)
    }

    private let contents: ContentStore
    private var types: [ContentType] { contents.types }

    package init(contents: ContentStore) {
        self.contents = contents
    }

    /// Carries out all due changes, earliest first, including those missed while no server ran.
    ///
    /// Throws if the database is unreachable: then everything waits in its order.
    package func carryOut() async throws -> DueReport {
        var report = DueReport()
        var held: Set<String> = []
        while true {
            let now = contents.now()
            let limit = Self.dueMax + held.count
            let (due, next) = try await contents.database.read { connection in
                (try connection.due(at: now, limit: limit), try connection.nextDue(after: now))
            }
            report.next = next
            let work = due.filter { !held.contains($0.subject) }
            guard !work.isEmpty else { return report }
            for change in work where !held.contains(change.subject) {
                do {
                    switch try await carryOut(change) {
                    case .done: report.done += 1
                    case .gone: break
                    case .failed(let what): report.failures.append(what)
                    }
                } catch {
                    guard !error.concernsAll else { throw error }
                    // A later change of the same entry must not overtake this one.
                    held.insert(change.subject)
                    report.held.append("\(change.subject): \(error)")
                }
            }
        }
    }

    private func carryOut(_ due: DueChange) async throws -> Outcome {
        switch due.work {
        case .content(let id, let type, let action):
            guard let type = types.first(where: { $0.name == type }) else {
                throw StorageError.other("\(type) is no type of this program")
            }
            return try await carryOut(action, on: id, of: type)
        case .release(let id): return try await publish(id)
        }
    }

    private func carryOut(
        _ action: Schedule.Action,
        on id: String,
        of type: ContentType
    ) async throws -> Outcome {
        let now = contents.now()
        return try await contents.write { connection -> (Outcome, isNoticed: Bool) in
            try connection.lock([id])
            guard let change = try connection.takeSchedule(action, of: id, dueAt: now) else {
                return (.gone, false)
            }
            let act = ContentStore.Act(
                author: .server(for: change.author, change.staffID),
                note: change.note
            )
            do {
                let isNoticed = try connection.carryOut(action, on: id, of: type, as: act, at: now)
                return (.done, isNoticed)
            } catch {
                guard let problem = Problem(lasting: error) else { throw error }
                try connection.note(problem, change, action, on: id, of: type, at: now)
                return (.failed("\(action.noun) of \(type.singular) \(id): \(problem.line(in: .en))"), false)
            }
        }
    }

    private func publish(_ id: String) async throws -> Outcome {
        let now = contents.now()
        return try await contents.write { [types] connection -> (Outcome, isNoticed: Bool) in
            let release = try connection.lockedRelease(id, types: types)
            guard release.state == .open, let at = release.at, at <= now else { return (.gone, false) }
            let act = ContentStore.Act(
                author: .server(for: release.author, release.staffID),
                note: release.reason
            )
            do {
                let isNoticed = try connection.savepoint {
                    try connection.carryOut(release, as: act, at: now)
                }
                try connection.end(release, .published, by: release.author, at: now)
                connection.notify()
                return (.done, isNoticed)
            } catch {
                guard let problem = Problem(lasting: error) else { throw error }
                try connection.end(release, .failed, fault: problem, by: release.author, at: now)
                connection.notify()
                return (.failed("release \(id): \(problem.line(in: .en))"), false)
            }
        }
    }
}

extension Author {
    /// The server, on behalf of the person who scheduled the change.
    fileprivate static func server(for name: String, _ staffID: String?) -> Author {
        Author(staffID: staffID, name: name, role: .editor, door: .server)
    }
}

/// One due change.
struct DueChange: Sendable {
    enum Work: Sendable {
        case content(id: String, type: String, Schedule.Action)
        case release(id: String)
    }

    let at: Timestamp
    let work: Work

    /// The id of the entry or the release.
    var subject: String {
        switch work {
        case .content(let id, _, _), .release(let id): id
        }
    }
}

extension Connection {
    /// The due changes, earliest first; at the same moment releases come before single changes.
    fileprivate func due(at now: Timestamp, limit: Int) throws -> [DueChange] {
        let releases = try rows(
            """
            SELECT id, at FROM releases WHERE state = 'open' AND at <= \(now) ORDER BY at, id LIMIT \(limit)
            """
        ).map { DueChange(at: try $0.get("at"), work: .release(id: try $0.get("id"))) }
        let schedules = try rows(
            """
            SELECT s.content_id, s.action, s.at, c.type FROM schedules s JOIN contents c ON c.id = s.content_id
            WHERE s.failed_at IS NULL AND s.at <= \(now) ORDER BY s.at, s.content_id LIMIT \(limit)
            """
        ).map { row in
            DueChange(
                at: try row.get("at"),
                work: .content(
                    id: try row.get("content_id"),
                    type: try row.get("type"),
                    try Schedule.Action(row)
                )
            )
        }
        // Both lists are sorted, and a stable merge keeps the releases first.
        var due: [DueChange] = []
        var (left, right) = (releases[...], schedules[...])
        while due.count < limit, let next = left.first ?? right.first {
            let takesRight = right.first.map { $0.at < next.at } ?? false
            due.append(takesRight || left.isEmpty ? right.removeFirst() : left.removeFirst())
        }
        return due
    }

    fileprivate func nextDue(after now: Timestamp) throws -> Timestamp? {
        let row = try rows(
            """
            SELECT (SELECT min(at) FROM schedules WHERE failed_at IS NULL AND at > \(now)) AS schedule,
                (SELECT min(at) FROM releases WHERE state = 'open' AND at > \(now)) AS release
            """
        ).first
        let moments: [Timestamp?] = [try row?.get("schedule"), try row?.get("release")]
        return moments.compactMap { $0 }.min()
    }

    /// Records a failed change in the schedule and in the history of its entry.
    fileprivate func note(
        _ problem: Problem,
        _ change: Schedule.Change,
        _ action: Schedule.Action,
        on id: String,
        of type: ContentType,
        at now: Timestamp
    ) throws {
        let failed = Schedule.Change(
            at: change.at,
            author: change.author,
            staffID: change.staffID,
            note: change.note,
            failedAt: now,
            fault: problem
        )
        try keep(failed, action, of: id, at: now)
        let content = try content(id, of: type)
        var told = content
        told.updatedAt = now
        let act = ContentStore.Act(
            author: .server(for: change.author, change.staffID),
            note: String("\(action.noun): \(problem.line(in: .standard))".prefix(Limits.noteLengthMax))
        )
        _ = try record(.failed, content, told, of: type, act: act)
        notify()
    }
}
