import ArgumentParser
import Core

/// Runs `vitrina shops uses ID`.
struct ContentUses<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "uses",
            "Показать, кто ссылается на запись.",
            "Show what refers to one \(D.type.singular)."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let uses = try await ContentEditor(type: D.type, session: session).uses(content.id).elements
            try session.answer(["items": .array(uses)], ids: uses.compactMap(\.id)) {
                table(try [Use.Answer](json: .array(uses)), session)
            }
            if uses.isEmpty {
                session.note(Localized("На эту запись ничто не ссылается.", "Nothing refers to it."))
            }
        }
    }

    private func table(_ uses: [Use.Answer], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ТИП", "TYPE")),
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ПОЛЕ", "FIELD")),
            Table.Column(Localized("ГДЕ", "WHERE")),
        ]
        let rows = uses.map { use in
            [
                use.type, use.id, use.title, use.field,
                session.text(use.isLive ? Content.State.live.title : Content.State.draft.title),
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}
