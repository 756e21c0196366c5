import Apps
import ArgumentParser
import Core

/// Runs `vitrina mods counts --from 2026-11-01`.
struct ModsCounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts",
        "Как часто моды смотрели и скачивали, по дням (UTC).",
        "The views and downloads of mods, by the day (UTC).",
        discussion: Localized(
            """
            Без указаний — тридцать дней до сегодня. Без мода — самые скачиваемые и события, о которых сообщили \
            приложения.
            """,
            """
            Thirty days up to today by default. Without a mod it also lists the most downloaded mods, and the events \
            that apps have sent.
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Только этот мод: id или путь.", "Only this mod: its id or path.")) var mod:
        String?
    @Option(help: ArgumentHelp("Первый день: 2026-11-01.", "The first day: 2026-11-01.", valueName: "day"))
    var from: String?
    @Option(help: ArgumentHelp("Последний день.", "The last day.", valueName: "day")) var to: String?
    @Option(help: ArgumentHelp("Наибольшее число модов.", "The maximum number of mods.", valueName: "number"))
    var limit: Int?
    @Flag(help: ArgumentHelp("По дням, а не по модам.", "By day instead of by mod.")) var days =
        false
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let query = [
                ("mod", mod), ("from", from), ("to", to), ("limit", limit.map { String($0) }),
            ].given
            let json = try await session.api.get(["mods", "counts"], query: query)
            let counts = try ModCountsAnswer(json: json)
            session.answer(json, ids: counts.mods.map(\.id)) {
                days || mod != nil ? session.dayTable(counts.days) : session.modTable(counts.mods)
            }
            let (views, downloads) = (counts.totals.views, counts.totals.downloads)
            session.report(
                Localized(
                    "Всего: просмотров \(views), загрузок \(downloads).",
                    "Altogether: views \(views), downloads \(downloads)."
                )
            )
        }
    }
}

extension Session {
    fileprivate func modTable(_ mods: [ModCountsAnswer.Mod]) -> Table {
        let columns = [
            Table.Column(Localized("МОД", "MOD")),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ПРОСМОТРОВ", "VIEWS"), isNumber: true),
            Table.Column(Localized("ЗАГРУЗОК", "DOWNLOADS"), isNumber: true),
        ]
        let rows = mods.map { mod in
            [mod.path, mod.title, String(mod.totals.views), String(mod.totals.downloads)]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func dayTable(_ days: [ModCountsAnswer.Day]) -> Table {
        let columns = [
            Table.Column(Localized("ДЕНЬ", "DAY")),
            Table.Column(Localized("ПРОСМОТРОВ", "VIEWS"), isNumber: true),
            Table.Column(Localized("ЗАГРУЗОК", "DOWNLOADS"), isNumber: true),
        ]
        let rows = days.map { [$0.day, String($0.totals.views), String($0.totals.downloads)] }
        return Table(columns, rows: rows)
    }
}
