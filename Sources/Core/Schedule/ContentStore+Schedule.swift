import Storage

extension ContentStore {
    /// The latest time for which a change can be scheduled, from now.
    package static let scheduleAhead: Duration = .seconds(5 * 366 * 86_400)

    /// Schedules the publication of the draft, as it is then, or the withdrawal of the live entry.
    ///
    /// A schedule makes no version: it conflicts with no edit, and a later one replaces it.
    package func schedule(
        _ action: Schedule.Action,
        of id: String,
        of type: ContentType,
        at moment: Timestamp,
        as act: Act
    ) async throws -> Content {
        try act.author.require(.writeContent)
        let now = now()
        try moment.requireAhead(of: now)
        return try await database.write { connection in
            var content = try connection.lockedContent(id, of: type)
            if let version = act.version, version != content.version {
                throw Problem.stale(content, of: type, at: now)
            }
            try content.requireSchedulable(action, at: moment, as: type)
            let change = Schedule.Change(
                at: moment,
                author: act.author.name,
                staffID: act.author.staffID,
                note: act.note,
                failedAt: nil,
                fault: nil
            )
            try connection.keep(change, action, of: content.id, at: now)
            try AuditLog.record(
                .scheduled,
                subject: content.id,
                detail: [
                    "type": .string(type.name), "action": .string(action.rawValue),
                    "at": .string(moment.description),
                ],
                by: act.author,
                at: now,
                on: connection
            )
            connection.notify()
            content.schedule[action] = change
            return content
        }
    }

    package func cancel(
        _ action: Schedule.Action,
        of id: String,
        of type: ContentType,
        as act: Act
    ) async throws -> Content {
        try act.author.require(.writeContent)
        let now = now()
        return try await database.write { connection in
            var content = try connection.lockedContent(id, of: type)
            guard try connection.dropSchedule(action, of: content.id) else {
                throw Problem.notFound(
                    Localized("Ничего не запланировано.", "No \(action.noun) is scheduled.")
                )
            }
            try AuditLog.record(
                .scheduleCancelled,
                subject: content.id,
                detail: ["type": .string(type.name), "action": .string(action.rawValue)],
                by: act.author,
                at: now,
                on: connection
            )
            connection.notify()
            content.schedule[action] = nil
            return content
        }
    }
}

extension AuditAction {
    static let scheduled = AuditAction(
        "schedule.set",
        Localized("запись запланирована", "scheduled a content")
    )
    static let scheduleCancelled = AuditAction(
        "schedule.cancelled",
        Localized("план отменён", "cancelled a schedule")
    )
}

extension Timestamp {
    /// Throws unless a change may be scheduled for this moment.
    package func requireAhead(of now: Timestamp) throws(Problem) {
        guard now < self else {
            throw .invalid([Fault("#/at", "уже прошло", "must be in the future")])
        }
        guard self <= now.advanced(by: ContentStore.scheduleAhead) else {
            throw .invalid([Fault("#/at", "дальше пяти лет", "must be within five years")])
        }
    }
}

extension Content {
    fileprivate func requireSchedulable(
        _ action: Schedule.Action,
        at moment: Timestamp,
        as type: ContentType
    ) throws(Problem) {
        try requireReady(for: action, as: type)
        switch action {
        case .publish:
            guard draft != nil else {
                throw Problem(
                    .conflict,
                    Localized(
                        "Публиковать нечего: правок нет.",
                        "There is nothing to publish: it has no draft."
                    )
                )
            }
        case .withdraw:
            let isToBeLive = schedule.publication?.isWaiting == true || schedule.release?.action == .publish
            guard live != nil || isToBeLive else {
                throw Problem(
                    .conflict,
                    Localized(
                        "Снимать нечего: не опубликовано и не запланировано.",
                        "There is nothing to withdraw: it is not live and is not going to be."
                    )
                )
            }
        }
        try requireOrder(action, at: moment)
    }

    /// An entry that is published later cannot be withdrawn before, and two changes at one moment have no order.
    private func requireOrder(_ action: Schedule.Action, at moment: Timestamp) throws(Problem) {
        var moments = schedule
        for one in Schedule.Action.allCases where moments[one]?.isWaiting == false { moments[one] = nil }
        let publication = action == .publish ? moment : moments.publication?.at
        let withdrawal = action == .withdraw ? moment : moments.withdrawal?.at
        guard let publication, let withdrawal else { return }
        guard publication != withdrawal, live != nil || publication < withdrawal else {
            throw .invalid([
                Fault(
                    "#/at",
                    "снятие должно быть позже публикации",
                    "must leave the withdrawal after the publication"
                )
            ])
        }
    }

    /// Throws the problem that would prevent the action now.
    func requireReady(for action: Schedule.Action, as type: ContentType) throws(Problem) {
        guard shelf == .active else { throw shelf.refusal }
        if action == .publish, let draft { try type.requireComplete(draft) }
    }
}
