import Apps
import ArgumentParser
import Core
import Web

/// Runs `vitrina search зара`.
struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Найти записи любого вида по словам.",
        "Find contents of any type by words.",
        discussion: Localized(
            """
            Должно найтись каждое слово; хватит его начала. Регистр, ё, письменность (kofe, кофе), раскладка (rfat) и одна \
            опечатка в длинном слове не мешают. Лучшее — сверху.

            Примеры:
              vitrina search зара
              vitrina search rfat --type shops --type offers
              vitrina offers list --search 'кофе в подарок' --state live
            """,
            """
            Every word must be found; its beginning is enough. Case, ё, the script (kofe, кофе), the keyboard layout \
            (rfat) and one slip in a long word do not matter. The best fit comes first.

            Examples:
              vitrina search зара
              vitrina search rfat --type shops --type offers
              vitrina offers list --search 'кофе в подарок' --state live
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Что искать.", "The words to look for.")) var words: [String]

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "Только записи этого вида (offers, shops, …).",
            "Only contents of this type (offers, shops, …).",
            valueName: "name"
        )
    )
    var types: [String] = []

    @OptionGroup var page: PageOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            var query = [(name: "q", value: words.joined(separator: " "))]
            if !types.isEmpty { query.append(("types", types.joined(separator: ","))) }
            let none = Localized("Ничего не найдено.", "Nothing is found.")
            try await session.answerPage(["search"], page, query, none: none) { table(of: $0, session) }
        }
    }

    private func table(of items: [SearchHit], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ТИП", "TYPE")), Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("НАШЛОСЬ", "FOUND"), isReason: true),
        ]
        let rows = items.map { item in
            [item.type, item.id, item.title, state(of: item, session), place(of: item)]
        }
        return Table(columns, rows: rows)
    }

    private func state(of item: SearchHit, _ session: Session) -> String {
        let isEdited = item.hasDraft && item.state != .draft
        return session.text(item.state.title)
            + (isEdited ? session.text(Localized(", есть правки", ", edited")) : "")
    }

    /// Returns the field and the text of the match; empty if the title shows it.
    private func place(of item: SearchHit) -> String {
        guard let match = item.match else { return "" }
        let text = match.parts.map(\.text).joined()
        return text.isEmpty || text == item.title ? "" : "\(match.field): \(text)"
    }
}
