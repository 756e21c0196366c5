import ArgumentParser
import Core

/// Runs `vitrina offers diff ID --from 3 --to 5`.
struct ContentDiffCommand<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diff",
            "Сравнить две версии записи, поле за полем.",
            "Compare two versions of one \(D.type.singular), field by field.",
            discussion: Localized(
                "Без версий: что черновик изменит для приложений.",
                "Without versions: what the draft would change for apps."
            ).here
        )
    }

    @OptionGroup var content: ContentArgument

    @Option(
        help: ArgumentHelp(
            "Версия, draft или live (live).",
            "A version, draft or live (live).",
            valueName: "version"
        )
    )
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Версия, draft или live (draft).",
            "A version, draft or live (draft).",
            valueName: "version"
        )
    )
    var to: String?

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let query = [("from", from), ("to", to)].given
            let json = try await session.api.get(D.type.path + [content.id, "diff"], query: query)
            let diff = try ContentDiff.Answer(json: json)
            session.answer(json, ids: diff.changes.map(\.name)) {
                DiffTable(diff, session: session).table
            }
            if diff.changes.isEmpty { session.note(Localized("Различий нет.", "There is no difference.")) }
        }
    }
}
