import Core
import Storage

/// Publishes what is due, each in one transaction; the server that removes the row of a schedule does it.
package struct DueFlags: DueWork {
    private let store: FlagStore

    package init(store: FlagStore) {
        self.store = store
    }

    /// Carries out all due publications, earliest first, including those missed while no server ran.
    package func carryOut() async throws -> DueReport {
        var report = DueReport()
        var held: Set<String> = []
        while true {
            let now = store.now()
            let limit = Limits.flagDueMax + held.count
            let (due, next) = try await store.database.read { connection in
                (try connection.dueFlags(at: now, limit: limit), try connection.nextDueFlags(after: now))
            }
            report.next = next
            let work = due.filter { !held.contains($0.id) }
            guard !work.isEmpty else { return report }
            for schedule in work {
                do {
                    if let failure = try await carryOut(schedule.id, in: schedule.project) {
                        report.failures.append(failure)
                    } else {
                        report.done += 1
                    }
                } catch {
                    guard !error.concernsAll else { throw error }
                    held.insert(schedule.id)
                    report.held.append("flags \(schedule.id): \(error)")
                }
            }
        }
    }

    /// The failure as a sentence; nil if the publication was made, here or by another server.
    private func carryOut(_ id: String, in project: String) async throws -> String? {
        let now = store.now()
        return try await store.write { connection in
            // A publication locks the project first, so there can be no deadlock.
            _ = try connection.lockedFlagProject(project)
            let row = try connection.rows(
                "DELETE FROM flag_schedules WHERE id = \(id) AND at <= \(now) AND failed_at IS NULL RETURNING *"
            ).first
            guard let schedule = try row.map(FlagSchedule.init) else { return nil }
            let author = Author(
                staffID: schedule.staffID,
                name: schedule.author,
                role: .editor,
                door: .server
            )
            do {
                try connection.savepoint {
                    try connection.carryOut(
                        schedule,
                        as: FlagAct(author: author, description: schedule.description),
                        at: now
                    )
                }
                return nil
            } catch {
                guard let problem = Problem(lastingOfFlags: error) else { throw error }
                let failed = schedule.failed(problem, at: now)
                try connection.keep(failed)
                try connection.tell(.flagScheduleFailed, failed, by: author, at: now)
                try connection.raiseFlags()
                return "publication of flags of \(schedule.place.project): \(problem.line(in: .en))"
            }
        }
    }
}

extension Connection {
    fileprivate func dueFlags(at now: Timestamp, limit: Int) throws -> [(id: String, project: String)] {
        try rows(
            """
            SELECT id, project_id FROM flag_schedules WHERE failed_at IS NULL AND at <= \(now)
            ORDER BY at, id LIMIT \(limit)
            """
        ).map { (try $0.get("id"), try $0.get("project_id")) }
    }

    fileprivate func nextDueFlags(after now: Timestamp) throws -> Timestamp? {
        try rows("SELECT min(at) AS at FROM flag_schedules WHERE failed_at IS NULL AND at > \(now)").first?
            .get("at")
    }

    fileprivate func carryOut(_ schedule: FlagSchedule, as act: FlagAct, at now: Timestamp) throws {
        let live = try currentFlags(schedule.place)
        switch schedule.action {
        case .rollback(let number):
            _ = try rollBackFlags(to: number, after: live, as: act, at: now)
        case .publish(let sheet, let base):
            let (merged, clashes) = try merged(sheet, from: base, onto: live)
            guard clashes.isEmpty else { throw Problem.clashing(clashes) }
            let act = FlagAct(
                author: act.author,
                description: act.description,
                // It was permitted when it was scheduled.
                allowsEmpty: sheet.template.parameters.isEmpty
            )
            _ = try publish(
                FlagPublication(sheet: merged, update: .incremental),
                after: live,
                as: act,
                at: now
            )
        }
    }
}

extension Problem {
    /// The problem of a publication that came from no request; nil if another attempt may succeed.
    fileprivate init?(lastingOfFlags error: any Error) {
        switch error {
        case let error as any ProblemConvertible: self = error.problem
        case _:
            guard let problem = Problem(lasting: error) else { return nil }
            self = problem
        }
    }
}

extension FlagSchedule {
    fileprivate func failed(_ problem: Problem, at now: Timestamp) -> FlagSchedule {
        FlagSchedule(
            id: id,
            place: place,
            at: at,
            action: action,
            description: description,
            author: author,
            staffID: staffID,
            createdAt: createdAt,
            failedAt: now,
            fault: problem
        )
    }
}
