import ArgumentParser
import Core

/// Runs `vitrina offers edit ID --set cost=300`.
struct ContentEdit<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit",
            "Изменить поля записи; приложения увидят после публикации.",
            "Change fields of one \(D.type.singular); apps see it once it is published.",
            discussion: D.type.fieldHelp
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var fields: FieldOptions
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let reader = FieldReader(type: D.type, session: session)
            let body = try await reader.fields(file: fields.file, set: fields.assignments)
            guard !body.isEmpty else {
                throw Failure.usage(
                    Localized(
                        "Что изменить? Укажите --set или --file.",
                        "Give what to change: --set or --file."
                    )
                )
            }
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let switches = body.filter { name, value in
                D.type.field(name)?.isImmediate == true && value.bool != nil && !fields.publish
            }
            let patch = body.filter { switches[$0.key] == nil }
            var (answer, version): (JSON, Int64?) = (.null, from.version)
            // A dry run does not change the version.
            if !patch.isEmpty {
                answer = try await save(patch, by: editor)
                if !session.isDryRun { version = try Content.Answer(json: answer).version }
            }
            for (name, value) in switches.sorted(by: { $0.key < $1.key }) {
                let call = APICall(.put, D.type.path + [content.id, "flags", name], json: ["value": value])
                answer = try await editor.send(call, of: content.id, from: version)
                if !session.isDryRun { version = try Content.Answer(json: answer).version }
            }
            try editor.answer(answer, done(wasSaved: !patch.isEmpty))
        }
    }

    private func save(_ patch: [String: JSON], by editor: ContentEditor) async throws -> JSON {
        let query = fields.publish ? [(name: "publish", value: "true")] : []
        let call = APICall(.patch, D.type.path + [content.id], query: query, json: .object(patch))
            .unseen(if: !fields.publish)
        return try await editor.send(call, of: content.id, from: from.version)
    }

    private func done(wasSaved: Bool) -> Localized {
        if fields.publish { return Localized("Сохранено и опубликовано.", "Saved and published.") }
        return wasSaved
            ? Localized("Сохранено в черновике.", "Saved as a draft.")
            : Localized("Переключено, приложения уже видят.", "Switched; apps see it now.")
    }
}
