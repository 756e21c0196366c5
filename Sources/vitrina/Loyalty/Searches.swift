import ArgumentParser
import Core

/// What people have searched for in the app.
struct Searches: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Что люди искали в приложении, частое сверху.",
            "What people have searched for in the app, the most frequent first."
        ).here
    )

    @Flag(help: ArgumentHelp("Сначала последние.", "The latest first.")) var latest = false
    @Flag(help: ArgumentHelp("Только то, по чему ничего не нашлось.", "Only what has found nothing."))
    var missing = false
    @OptionGroup var page: PageOptions
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let query = [("sort", latest ? "last" : nil), ("found", missing ? "none" : nil)].given
            let path = ["mall", "searches"]
            let id = { (line: JSON) in line["text"]?.string }
            try await session.answerPage(path, page, query, id: id, table: session.searchTable)
        }
    }
}

extension Session {
    fileprivate func searchTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("ЗАПРОС", "SEARCH"), isFlexible: true),
            Table.Column(Localized("РАЗ", "TIMES"), isNumber: true),
            Table.Column(Localized("НАШЛОСЬ", "FOUND"), isNumber: true),
            Table.Column(Localized("ПОСЛЕДНИЙ РАЗ", "LAST")),
        ]
        let rows = items.map { line in
            [
                line["text"]?.string ?? "", line["count"].number, line["found"].number,
                clock.text(line["last_at"]),
            ]
        }
        return Table(columns, rows: rows)
    }
}
