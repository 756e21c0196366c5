import ArgumentParser
import Core
import Storage

/// Runs `vitrina agenda --days 7`.
struct AgendaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        "Показать, что изменится: расписания, выпуски, начала и окончания.",
        "Show what will change: schedules, releases, and what begins and ends.",
        discussion: Localized("Неудачи и опоздания — сверху.", "Failed and overdue changes come first.")
            .here
    )

    @Option(
        help: ArgumentHelp(
            "На столько дней (\(Limits.agendaDaysDefault)).",
            "For so many days (\(Limits.agendaDaysDefault)).",
            valueName: "number"
        )
    )
    var days: Int?

    @Option(
        help: ArgumentHelp("С этого времени (с этой минуты).", "From this time on (now).", valueName: "time")
    )
    var from: String?

    @Option(help: ArgumentHelp("До этого времени.", "Up to this time.", valueName: "time"))
    var until: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            var query: [(name: String, value: String)] = []
            if let days { query.append(("days", String(days))) }
            if let from { query.append(("from", try session.moment(from, "from").description)) }
            if let until { query.append(("until", try session.moment(until, "until").description)) }
            let none = Localized("Ничего не изменится.", "Nothing will change.")
            try await session.answerPage(["agenda"], page, query, none: none, table: session.agendaTable)
        }
    }
}

extension Session {
    fileprivate func agendaTable(_ items: [Agenda.Entry]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("ВИД", "TYPE")),
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ПРИМЕЧАНИЕ", "NOTE"), isReason: true),
        ]
        return Table(columns, rows: items.flatMap(agendaRows))
    }

    /// The rows of an agenda item: one for the item, then one for each entry of a release.
    private func agendaRows(_ entry: Agenda.Entry) -> [[String]] {
        let mark =
            switch entry.state {
            case .waiting: ""
            case .overdue: text(Localized(", опаздывает", ", overdue"))
            case .failed: text(Localized(", не удалось", ", failed"))
            }
        let note = [entry.note ?? "", fault(entry.fault)].filter { !$0.isEmpty }
        let first = [
            clock.text(entry.at), text(entry.action.title) + mark, entry.type ?? "", entry.id, entry.title,
            entry.author ?? "", note.joined(separator: " — "),
        ]
        let items = entry.items.map { item in
            ["", "· \(text(item.action.title))", item.type, item.id, item.title, "", ""]
        }
        return [first] + items
    }
}

extension Agenda.Entry.Action {
    fileprivate var title: Localized {
        switch self {
        case .publish: Schedule.Action.publish.title
        case .withdraw: Schedule.Action.withdraw.title
        case .release: Localized("выпуск", "release")
        case .open: Localized("начнётся", "begins")
        case .close: Localized("закончится", "ends")
        }
    }
}
