import ArgumentParser
import Core

/// What people think of the app.
struct Reviews: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized("Что люди думают о приложении.", "What people think of the app.").here,
        subcommands: [List.self, Stats.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список отзывов, новые сверху.", "List reviews, newest first.").here
        )

        @Option(
            help: ArgumentHelp(
                "Только с этой оценкой, от 1 до 5.",
                "Only with this rating, 1 to 5.",
                valueName: "number"
            )
        ) var rating: Int?
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp("Только с текстом или без него.", "Only with a text, or without.")
        ) var text: Bool?
        @OptionGroup var times: TimeOptions
        @OptionGroup var page: PageOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query =
                    [("rating", rating.map { String($0) }), ("has_text", text.map { String($0) })].given
                    + (try times.query(session))
                try await session.answerPage(["mall", "reviews"], page, query, table: session.reviewTable)
            }
        }
    }

    struct Stats: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Как люди оценивают приложение.", "How people rate the app.").here
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let stats = try await session.api.get(["mall", "reviews", "stats"])
                session.answer(stats, ids: []) {
                    let columns = [
                        Table.Column(Localized("ОЦЕНКА", "RATING")),
                        Table.Column(Localized("ВСЕГО", "ALL"), isNumber: true),
                        Table.Column(Localized("ЗА 30 ДНЕЙ", "30 DAYS"), isNumber: true),
                    ]
                    let rows = (1...5).reversed().map { rating in
                        [
                            String(rating), stats["ratings"]?[String(rating)].number ?? "",
                            stats["last_30_days"]?["ratings"]?[String(rating)].number ?? "",
                        ]
                    }
                    return Table(columns, rows: rows)
                }
            }
        }
    }
}

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
    fileprivate func reviewTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("ОЦЕНКА", "RATING"), isNumber: true),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("УСТРОЙСТВО", "DEVICE"), isFlexible: true),
            Table.Column(Localized("ПИСЬМО", "MAIL")),
            Table.Column(Localized("ТЕКСТ", "TEXT"), isFlexible: true),
        ]
        let rows = items.map { review in
            [
                clock.text(review["created_at"]), review["rating"].number,
                review["user"].person, review["device"]?.string ?? "",
                review["mail"]?.string ?? "",
                (review["text"]?.string ?? "").replacing("\n", with: " "),
            ]
        }
        return Table(columns, rows: rows)
    }

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
