import ArgumentParser
import Core

/// The options for the page of a list.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Не больше стольких.", "At most so many.", valueName: "number")) var limit:
        Int?
    @Option(
        help: ArgumentHelp(
            "Страница после этой метки, которую дала предыдущая.",
            "The page after this mark, which the page before gave.",
            valueName: "mark"
        )
    )
    var cursor: String?
    @Flag(help: ArgumentHelp("Все страницы.", "All pages.")) var all = false
}

extension Session {
    /// Prints a page of a list, or all of it, with a note if there is more.
    ///
    /// `none` is the note for an empty list.
    func answerPage(
        _ path: [String],
        _ page: PageOptions,
        _ query: [(name: String, value: String)] = [],
        id: (JSON) -> String? = { $0.id },
        none: Localized? = nil,
        table: ([JSON]) -> Table
    ) async throws {
        let (items, next) = try await list(path, page, query)
        answer(["items": .array(items), "next": JSON(next)], ids: items.compactMap(id)) { table(items) }
        noteEmpty(items, none)
        guard let next else { return }
        note(Localized("Есть ещё: --all, или --cursor \(next)", "There are more: --all, or --cursor \(next)"))
    }

    private func list(
        _ path: [String],
        _ page: PageOptions,
        _ query: [(name: String, value: String)]
    ) async throws -> (items: [JSON], next: String?) {
        if page.all { return (try await api.all(path, query: query), nil) }
        let bounds = [("limit", page.limit.map { String($0) }), ("cursor", page.cursor)].given
        let answer = try await api.get(path, query: query + bounds)
        return (answer["items"]?.array ?? [], answer["next"]?.string)
    }

    /// Prints a list without pages.
    func answerWhole(_ path: [String], table: ([JSON]) -> Table) async throws {
        let items = try await api.all(path, pageSize: nil)
        answer(["items": .array(items), "next": .null], ids: items.compactMap(\.id)) { table(items) }
        noteEmpty(items, nil)
    }

    /// Notes that a list is empty, so that missing output does not look like an error.
    func noteEmpty(_ items: [JSON], _ none: Localized?) {
        guard items.isEmpty else { return }
        if let none {
            note(none)
        } else if terminal.hasReader {
            note(Localized("Ничего нет.", "None."))
        }
    }
}
