import ArgumentParser
import Core
import Storage

/// Runs `vitrina offers schedule ID --publish-at 'tomorrow 10:00'`.
struct ContentSchedule<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "schedule",
            "Сказать, когда запись опубликуется или снимется сама, или спросить.",
            "Say when one \(D.type.singular) is published or withdrawn by itself, or ask.",
            discussion: Localized(
                """
                Время: 2026-11-22 10:00, tomorrow 10:00, +3d 12:00 или +2h. Черновик публикуется таким, каким будет тогда. \
                Новое время заменяет прежнее. Без времени показывается расписание.
                """,
                """
                Times are like 2026-11-22 10:00, tomorrow 10:00, +3d 12:00 or +2h. The draft is published as it is \
                then. A new time takes the place of the one before. Without a time the schedule is shown.
                """
            ).here
        )
    }

    @OptionGroup var content: ContentArgument

    @Option(
        name: .customLong("publish-at"),
        help: ArgumentHelp("Тогда опубликовать черновик.", "Publish the draft then.", valueName: "time")
    )
    var publishAt: String?

    @Option(
        name: .customLong("withdraw-at"),
        help: ArgumentHelp("Тогда снять её с публикации.", "Take it off every app then.", valueName: "time")
    )
    var withdrawAt: String?

    @Option(
        help: ArgumentHelp(
            "Отменить: publication, withdrawal или all.",
            "Cancel: publication, withdrawal or all.",
            valueName: "what"
        )
    )
    var cancel: ScheduleCancel?

    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func validate() throws {
        guard cancel == nil || (publishAt == nil && withdrawAt == nil) else {
            throw ValidationError(
                Localized("Укажите либо время, либо --cancel.", "Give either times or --cancel.").here
            )
        }
    }

    func run() async throws {
        try await options.run { session in
            let calls = try await calls(session)
            var answer: JSON = .null
            for call in calls { answer = try await session.api.send(call.note(reason.note)) }
            if calls.isEmpty { answer = try await session.api.get(D.type.path + [content.id]) }
            try session.answer(answer) {
                session.scheduleTable(try Content.Answer(json: answer).schedule)
            }
            guard !calls.isEmpty else { return }
            session.note(
                cancel == nil
                    ? Localized("Запланировано.", "Scheduled.") : Localized("Отменено.", "Cancelled.")
            )
        }
    }

    private func calls(_ session: Session) async throws -> [APICall] {
        let path = D.type.path + [content.id, "schedule"]
        if let cancel {
            let schedule =
                try await session.api.get(D.type.path + [content.id], as: Content.Answer.self).schedule
            let actions = cancel.actions.filter { cancel != .all || schedule[$0] != nil }
            return actions.map { APICall(.delete, path + [$0.noun]) }
        }
        let times = [
            (Schedule.Action.publish, publishAt, "publish-at"), (.withdraw, withdrawAt, "withdraw-at"),
        ]
        return try times.compactMap { action, text, option in
            guard let text else { return nil }
            let moment = try session.moment(text, option)
            return APICall(.put, path + [action.noun], json: ["at": .string(moment.description)])
        }
    }
}

/// The part of a schedule to cancel.
enum ScheduleCancel: String, ExpressibleByArgument, CaseIterable, Sendable {
    case publication, withdrawal, all

    var actions: [Schedule.Action] {
        switch self {
        case .publication: [.publish]
        case .withdrawal: [.withdraw]
        case .all: Schedule.Action.allCases
        }
    }
}

extension Session {
    /// Parses the moment that was typed after an option.
    func moment(_ text: String, _ option: String) throws(Failure) -> Timestamp {
        guard let moment = clock.timestamp(text) else {
            throw .invalid([
                Fault(
                    "#/--\(option)",
                    "должно быть временем, как 2026-11-22 10:00 или tomorrow 10:00",
                    "must be a time like 2026-11-22 10:00, tomorrow 10:00 or +3d"
                )
            ])
        }
        return moment
    }

    func scheduleTable(_ schedule: Schedule) -> Table {
        let columns = [
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ЗАЧЕМ", "NOTE"), isReason: true),
            Table.Column(Localized("НЕ УДАЛОСЬ", "FAILED"), isReason: true),
        ]
        var rows: [[String]] = []
        for action in Schedule.Action.allCases {
            guard let change = schedule[action] else { continue }
            rows.append([
                text(action.title), clock.text(change.at), change.author, change.note ?? "",
                fault(change.fault),
            ])
        }
        if let release = schedule.release {
            rows.append([
                text(release.action.title), clock.text(release.at), "",
                text(Localized("выпуск «\(release.title)»", "release “\(release.title)”")), "",
            ])
        }
        return Table(columns, rows: rows)
    }

    /// Returns the fault in one line.
    func fault(_ problem: Problem?) -> String {
        guard let problem else { return "" }
        let errors = problem.faults.map { "\($0.name): \(text($0.detail))" }
        return errors.isEmpty ? text(problem.detail) : errors.joined(separator: "; ")
    }
}

extension Schedule.Action {
    var title: Localized {
        switch self {
        case .publish: Localized("опубликовать", "publish")
        case .withdraw: Localized("снять", "withdraw")
        }
    }
}
