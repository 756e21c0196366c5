import ArgumentParser
import Core

/// Runs `vitrina offers create --set name=Кофе --set cost=250 --publish`.
struct ContentCreate<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "create",
            "Создать запись черновиком или сразу опубликовать.",
            "Create one \(D.type.singular) as a draft, or published at once.",
            discussion: D.type.fieldHelp
        )
    }

    @OptionGroup var fields: FieldOptions
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let reader = FieldReader(type: D.type, session: session)
            let body = try await reader.fields(file: fields.file, set: fields.assignments)
            let query = fields.publish ? [(name: "publish", value: "true")] : []
            let call = APICall(.post, D.type.path, query: query, json: .object(body)).note(reason.note)
                .unseen(if: !fields.publish)
            let content = try await session.api.send(call)
            try ContentEditor(type: D.type, session: session).answer(
                content,
                fields.publish
                    ? Localized("Создано и опубликовано.", "Created and published.")
                    : Localized("Создан черновик.", "Created as a draft.")
            )
        }
    }
}
