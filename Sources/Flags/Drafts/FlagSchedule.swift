import Core
import Storage

/// A scheduled publication (R97).
package struct FlagSchedule: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// A draft as it was when it was scheduled, made from the version `base`.
        case publish(AnnotatedTemplate, base: Int64)
        case rollback(to: Int64)
    }

    package let id: String
    package let place: FlagPlace
    package let at: Timestamp
    package let action: Action
    package let description: String?
    /// The person who scheduled it; the history names them when it is carried out.
    package let author: String
    package let staffID: String?
    package let createdAt: Timestamp
    /// Set if it has failed; a failed one is not retried.
    package let failedAt: Timestamp?
    package let fault: Problem?

    package func json(in language: Language) -> JSON {
        var members: [String: JSON] = [
            "id": .string(id), "namespace": .string(place.namespace), "at": .string(at.description),
            "description": JSON(description), "by": .string(author), "staff_id": JSON(staffID),
            "created_at": .string(createdAt.description), "failed_at": JSON(failedAt?.description),
            "fault": fault?.kept(in: language) ?? .null,
        ]
        switch action {
        case .publish(_, let base):
            members["action"] = "publish"
            members["base"] = .integer(base)
        case .rollback(let number):
            members["action"] = "rollback"
            members["to"] = .integer(number)
        }
        return .object(members)
    }
}

/// Schedules publications; `DueFlags` makes them.
package struct FlagSchedules: Sendable {
    private let store: FlagStore
    private var database: any Database { store.database }

    package init(store: FlagStore) {
        self.store = store
    }

    /// The pending and the failed ones, earliest first.
    package func list(_ place: FlagPlace) async throws -> [FlagSchedule] {
        try await database.read { connection in
            let project = try connection.flagProject(place.project)
            return try connection.rows(
                """
                SELECT * FROM flag_schedules WHERE project_id = \(project.id) AND namespace = \(place.namespace)
                ORDER BY at, id
                """
            ).map(FlagSchedule.init)
        }
    }

    /// Schedules the draft for publication; the draft ends, and another one can be begun.
    package func publish(
        _ place: FlagPlace,
        revision: Int64,
        at moment: Timestamp,
        as act: FlagAct
    ) async throws -> FlagSchedule {
        try require(moment, act)
        let now = store.now()
        return try await plan(place, at: moment, as: act) { connection, project, place in
            let draft = try connection.flagDraftOrLive(place)
            try draft.require(revision)
            try draft.requirePublishable(in: project)
            try draft.sheet.require(at: place, after: draft.live, as: act)
            try connection.endFlagDraft(draft, FlagDraft.Touch(act.author, at: now))
            return .publish(draft.sheet, base: draft.live.number)
        }
    }

    /// Schedules the rollback to an earlier version.
    package func rollback(
        to number: Int64,
        _ place: FlagPlace,
        at moment: Timestamp,
        as act: FlagAct
    ) async throws -> FlagSchedule {
        try require(moment, act)
        return try await plan(place, at: moment, as: act) { connection, _, place in
            _ = try connection.flagVersion(number, place)
            return .rollback(to: number)
        }
    }

    /// Cancels a schedule; that of a draft becomes the draft again if there is none.
    package func cancel(
        _ id: String,
        of project: String,
        by author: Author,
        address: String? = nil
    ) async throws {
        try author.require(.publishFlags)
        guard let id = Identifier.normalized(id) else { throw Problem.noFlagSchedule }
        let now = store.now()
        try await store.write { connection in
            let project = try connection.lockedFlagProject(project)
            let row = try connection.rows(
                "DELETE FROM flag_schedules WHERE id = \(id) AND project_id = \(project.id) RETURNING *"
            ).first
            guard let schedule = try row.map(FlagSchedule.init) else { throw Problem.noFlagSchedule }
            try connection.restoreDraft(of: schedule, by: author, at: now)
            try connection.tell(.flagScheduleCancelled, schedule, by: author, at: now, address: address)
            try connection.raiseFlags()
        }
    }

    private func require(_ moment: Timestamp, _ act: FlagAct) throws {
        try act.author.require(.publishFlags)
        try act.requireDescription()
        try moment.requireAhead(of: store.now())
    }

    private func plan(
        _ place: FlagPlace,
        at moment: Timestamp,
        as act: FlagAct,
        _ action: @escaping @Sendable (any Connection, FlagProject, FlagPlace) throws -> FlagSchedule.Action
    ) async throws -> FlagSchedule {
        let now = store.now()
        let id = Identifier.new(at: now, random: store.random)
        return try await store.write { connection in
            let project = try connection.lockedFlagProject(place.project)
            let place = FlagPlace(project, place.namespace)
            let count = try connection.rows("SELECT id FROM flag_schedules WHERE project_id = \(project.id)")
                .count
            guard count < Limits.flagSchedulesMax else { throw Problem.tooManyFlagThings }
            let schedule = FlagSchedule(
                id: id,
                place: place,
                at: moment,
                action: try action(connection, project, place),
                description: act.description,
                author: act.author.name,
                staffID: act.author.staffID,
                createdAt: now,
                failedAt: nil,
                fault: nil
            )
            try connection.keep(schedule)
            try connection.tell(.flagsScheduled, schedule, by: act.author, at: now, address: act.address)
            try connection.raiseFlags()
            return schedule
        }
    }
}

extension Connection {
    /// Restores the scheduled draft, unless there is another one.
    fileprivate func restoreDraft(of schedule: FlagSchedule, by author: Author, at now: Timestamp) throws {
        guard case .publish(let sheet, let base) = schedule.action else { return }
        let draft = try flagDraftOrLive(schedule.place)
        guard !draft.exists else { return }
        let touch = FlagDraft.Touch(author, at: now)
        try keep(draft, sheet, base: base, touches: ["all": touch], touch)
    }

    func keep(_ schedule: FlagSchedule) throws {
        var (template, notes): (String?, String?) = (nil, nil)
        var (base, target): (Int64, Int64?) = (0, nil)
        switch schedule.action {
        case .publish(let sheet, let number):
            (template, notes, base) = (sheet.template.json.text, sheet.notes.json.text, number)
        case .rollback(let number): target = number
        }
        try send(
            """
            INSERT INTO flag_schedules (id, project_id, namespace, at, base, template, notes, target, description,
                author, staff_id, created_at, failed_at, fault)
            VALUES (\(schedule.id), \(schedule.place.project), \(schedule.place.namespace), \(schedule.at), \(base),
                \(template), \(notes), \(target), \(schedule.description), \(schedule.author), \(schedule.staffID),
                \(schedule.createdAt), \(schedule.failedAt), \(schedule.fault?.kept.text))
            """
        )
    }

    func tell(
        _ action: AuditAction,
        _ schedule: FlagSchedule,
        by author: Author,
        at now: Timestamp,
        address: String? = nil
    ) throws {
        try AuditLog.record(
            action,
            subject: schedule.place.project,
            detail: schedule.json(in: .standard),
            by: author,
            at: now,
            address: address,
            on: self
        )
    }
}

extension FlagSchedule {
    init(_ row: Row) throws {
        id = try row.get("id")
        place = FlagPlace(project: try row.get("project_id"), namespace: try row.get("namespace"))
        at = try row.get("at")
        if let number: Int64 = try row.get("target") {
            action = .rollback(to: number)
        } else {
            action = .publish(try AnnotatedTemplate(row), base: try row.get("base"))
        }
        description = try row.get("description")
        author = try row.get("author")
        staffID = try row.get("staff_id")
        createdAt = try row.get("created_at")
        failedAt = try row.get("failed_at")
        fault = try Problem(kept: row.get("fault"))
    }
}

extension Problem {
    package static let noFlagSchedule = Problem.notFound(
        Localized("Такого плана нет.", "There is no such schedule.")
    )
}

extension FlagSchedule {
    /// A scheduled publication as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package let id: String
        package let at: Timestamp
        /// `publish` or `rollback`.
        package let action: String
        package let description: String?
        package let author: String
        package let fault: Problem?

        package init(json: JSON) throws(Fault) {
            id = try json.get("id")
            at = try json.get("at")
            action = try json.get("action")
            description = try json.get("description")
            author = try json.get("by")
            fault = try json.get("fault")
        }
    }
}
