import ArgumentParser
import Core
import Web

/// Runs `vitrina warnings`.
struct Warnings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Показать странное в том, что видят приложения: пустой блок, акцию скрытого магазина.",
        "Show what is odd in what apps see: an empty block, an offer of a shop that is not live."
    )

    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let answer = try await session.api.get(["warnings"])
            let page = try Page<LiveWarning.Answer>(json: answer)
            let items = page.elements
            session.answer(answer, ids: items.compactMap(\.id)) { table(items, session) }
            if items.isEmpty { session.note(Localized("Всё в порядке.", "Everything is in order.")) }
            let total = page.total ?? 0
            if total > Int64(items.count) {
                session.note(
                    Localized("Показаны не все: всего \(total).", "These are not all: there are \(total).")
                )
            }
        }
    }

    private func table(_ items: [LiveWarning.Answer], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ГДЕ", "WHERE")),
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ЧТО НЕ ТАК", "WHAT IS ODD"), isReason: true),
        ]
        let rows = items.map { item in
            let field = Fault(item.warning.pointer, item.warning.detail).name
            let detail = session.text(item.warning.detail)
            return [
                item.type ?? item.app, item.id ?? "", item.title,
                field.isEmpty ? detail : "\(field): \(detail)",
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}
