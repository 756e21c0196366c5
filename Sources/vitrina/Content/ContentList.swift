import ArgumentParser
import Core

/// Runs `vitrina offers list --state live --filter shop=ID`.
struct ContentList<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let filters = D.type.filters.map(\.name).joined(separator: ", ")
        return CommandConfiguration(
            commandName: "list",
            abstract: "List \(D.type.name).",
            discussion: filters.isEmpty ? "" : "Filters: \(filters)."
        )
    }

    @Option(
        help: "Only those in this state: \(Candidates.states.joined(separator: ", ")).",
        completion: .list(Candidates.states)
    )
    var state: String?

    @Option(help: ArgumentHelp("Only those with these words, the best fit first.", valueName: "words"))
    var search: String?

    @Option(
        name: [.customLong("filter"), .customShort("f")],
        help: ArgumentHelp("Only those with this value of a field.", valueName: "name=value"),
        completion: .custom(Candidates.filters)
    )
    var filters: [Assignment] = []

    @Option(
        help:
            "position, title, created_at, updated_at, live_from or live_until; - before it turns it around.",
        completion: .list(Candidates.sorts)
    )
    var sort: String?

    @Option(help: ArgumentHelp("At most so many (\(Limits.pageSizeDefault)).", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("The page after this mark, which the page before gave.", valueName: "mark"))
    var cursor: String?

    @Flag(help: "All pages.")
    var all = false

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
            let (items, next) = try await session.list(D.type.path, query, page: (limit, cursor), all: all)
            session.answer(
                ["items": .array(items), "next": JSON(next)],
                ids: items.compactMap { $0["id"]?.string }
            ) {
                ContentTable(type: D.type, session: session).list(items)
            }
            session.noteNext(next)
        }
    }
}

extension Session {
    /// One page of a list, or all of them.
    func list(
        _ path: [String],
        _ query: [(name: String, value: String)] = [],
        page: (limit: Int?, cursor: String?),
        all: Bool
    ) async throws -> (items: [JSON], next: String?) {
        if all { return (try await api.all(path, query: query), nil) }
        var query = query
        if let limit = page.limit { query.append(("limit", String(limit))) }
        if let cursor = page.cursor { query.append(("cursor", cursor)) }
        let answer = try await api.get(path, query: query)
        return (answer["items"]?.array ?? [], answer["next"]?.string)
    }

    func noteNext(_ next: String?) {
        guard let next else { return }
        note(Localized("Есть ещё: --all, или --cursor \(next)", "There are more: --all, or --cursor \(next)"))
    }
}
