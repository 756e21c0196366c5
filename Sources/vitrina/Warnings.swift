import ArgumentParser
import Core

/// Runs `vitrina warnings`.
struct Warnings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Показать странное в том, что видят приложения: пустой блок, акцию скрытого магазина.",
            "Show what is odd in what apps see: an empty block, an offer of a shop that is not live."
        ).here
    )

    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let answer = try await session.api.get(["warnings"])
            let items = answer["items"]?.array ?? []
            session.answer(answer, ids: items.compactMap(\.id)) { table(items, session) }
            if items.isEmpty { session.note(Localized("Всё в порядке.", "Everything is in order.")) }
            let total = answer["total"]?.integer ?? 0
            if total > Int64(items.count) {
                session.note(
                    Localized("Показаны не все: всего \(total).", "These are not all: there are \(total).")
                )
            }
        }
    }

    private func table(_ items: [JSON], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ГДЕ", "WHERE")),
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ЧТО НЕ ТАК", "WHAT IS ODD"), isReason: true),
        ]
        let rows = items.map { item in
            let field = Fault(item["pointer"]?.string ?? "#", Localized(same: "")).name
            let detail = item["detail"]?.string ?? ""
            return [
                item["type"]?.string ?? item["app"]?.string ?? "", item["id"]?.string ?? "",
                item["title"]?.string ?? "", field.isEmpty ? detail : "\(field): \(detail)",
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}
