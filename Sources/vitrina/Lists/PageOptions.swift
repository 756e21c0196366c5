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

    /// Throws if the page cannot go with `--follow`, which shows the newest rows and waits for more.
    func validate(following isFollowed: Bool) throws {
        guard !isFollowed || !all && cursor == nil else {
            throw ValidationError(
                Localized(
                    "--follow не сочетается с --all и --cursor.",
                    "--follow goes with neither --all nor --cursor."
                ).here
            )
        }
    }
}

extension Session {
    /// Prints a page of a list, or all of it, with a note if there is more.
    ///
    /// `none` is the note for an empty list.
    func answerPage<Item: JSONReadable>(
        _ path: [String],
        _ page: PageOptions,
        _ query: [(name: String, value: String)] = [],
        id: ((Item) -> String?)? = nil,
        none: Localized? = nil,
        table: ([Item]) throws -> Table
    ) async throws {
        let list = try await list(path, page, query)
        let (items, next) = (list.elements, list.next)
        let ids = try id.map { id in try items.compactMap { id(try Item(json: $0)) } }
        try answer(["items": .array(items), "next": JSON(next)], ids: ids ?? items.compactMap(\.id)) {
            try table([Item](json: .array(items)))
        }
        noteEmpty(items, none)
        guard let next else { return }
        note(Localized("Есть ещё: --all, или --cursor \(next)", "There are more: --all, or --cursor \(next)"))
    }

    private func list(
        _ path: [String],
        _ page: PageOptions,
        _ query: [(name: String, value: String)]
    ) async throws -> Page<JSON> {
        if page.all { return Page(elements: try await api.all(path, query: query), next: nil) }
        let bounds = [("limit", page.limit.map { String($0) }), ("cursor", page.cursor)].given
        return try await api.get(path, query: query + bounds, as: Page<JSON>.self)
    }

    /// Prints a list without pages.
    func answerWhole<Item: JSONReadable>(
        _ path: [String],
        table: ([Item]) throws -> Table
    ) async throws {
        let items = try await api.all(path, pageSize: nil)
        try answer(["items": .array(items), "next": .null], ids: items.compactMap(\.id)) {
            try table([Item](json: .array(items)))
        }
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
