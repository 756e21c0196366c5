import ArgumentParser
import Core

/// Runs `vitrina shops uses ID`.
struct ContentUses<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "uses",
            abstract: Localized(
                "Показать, кто ссылается на запись.",
                "Show what refers to one \(D.type.singular)."
            ).here
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let uses = try await ContentEditor(type: D.type, session: session).uses(content.id)
            session.answer(["items": .array(uses)], ids: uses.compactMap(\.id)) {
                table(uses, session)
            }
            if uses.isEmpty {
                session.note(Localized("На эту запись ничто не ссылается.", "Nothing refers to it."))
            }
        }
    }

    private func table(_ uses: [JSON], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ТИП", "TYPE")),
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ПОЛЕ", "FIELD")),
            Table.Column(Localized("ГДЕ", "WHERE")),
        ]
        let rows = uses.map { use in
            ["type", "id", "title", "field"].map { use[$0]?.string ?? "" } + [
                session.text(
                    use["is_live"]?.bool == true
                        ? Content.State.live.title : Content.State.draft.title
                )
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}
