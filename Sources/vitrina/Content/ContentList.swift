import ArgumentParser
import Core

/// Runs `vitrina offers list --state live --filter shop=ID`.
struct ContentList<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let filters = D.type.filters.map(\.name).joined(separator: ", ")
        return CommandConfiguration(
            commandName: "list",
            "Список записей.",
            "List \(D.type.name).",
            discussion: filters.isEmpty
                ? "" : Localized("Фильтры: \(filters).", "Filters: \(filters).").here
        )
    }

    @Option(
        help: ArgumentHelp(
            "Только в этом состоянии: \(Candidates.states.joined(separator: ", ")).",
            "Only those in this state: \(Candidates.states.joined(separator: ", "))."
        ),
        completion: .list(Candidates.states)
    )
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Только с этими словами, лучшее сверху.",
            "Only those with these words, the best fit first.",
            valueName: "words"
        )
    )
    var search: String?

    @Option(
        name: [.customLong("filter"), .customShort("f")],
        help: ArgumentHelp(
            "Только с этим значением поля.",
            "Only those with this value of a field.",
            valueName: "name=value"
        ),
        completion: .custom(Candidates.filters)
    )
    var filters: [Assignment] = []

    @Option(
        parsing: .unconditional,
        help:
            ArgumentHelp(
                "position, title, created_at, updated_at, live_from или live_until; - впереди — в обратном порядке.",
                "position, title, created_at, updated_at, live_from or live_until; - before it reverses the order."
            ),
        completion: .list(Candidates.sorts)
    )
    var sort: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let reader = FieldReader(type: D.type, session: session)
            var query: [(name: String, value: String)] = []
            if let search { query.append(("q", search)) }
            if let state { query.append(("state", state)) }
            for filter in filters { query.append(try await reader.filter(filter)) }
            if let sort { query.append(("sort", sort)) }
            try await session.answerPage(D.type.path, page, query) {
                ContentTable(type: D.type, session: session).list($0)
            }
        }
    }
}
