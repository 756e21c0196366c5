import ArgumentParser
import Core

/// Runs `vitrina mods catalogue --form flat`.
struct ModsCatalogue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        "Записать опубликованные моды одним документом JSON, как его читают другие приложения.",
        "Write every published mod as one JSON document, in a form that other apps read.",
        discussion: Localized(
            """
            categories: категория → [{name, description, image, files, isFree}].
            flat: [{id, name, description, images, pathFile}]; номер мода не меняется никогда.

            Если ссылки на архивы подписаны (настройка приложения signed_links), ссылки в документе живут link_minutes \
            или на четверть дольше: потом запишите его заново.
            """,
            """
            categories: category → [{name, description, image, files, isFree}].
            flat: [{id, name, description, images, pathFile}]; the number of a mod stays the same for ever.

            Where links to archives are signed (the setting signed_links of the app), those in the document end after \
            link_minutes, or up to a quarter later: write it again then.
            """
        ).here
    )

    @Option(help: ArgumentHelp("categories или flat.", "categories or flat.")) var form: String?
    @Option(help: ArgumentHelp("ru или en.", "ru or en.")) var lang: String?
    @Option(name: .customLong("to"), help: .outputFile) var file = "-"
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let query = [("form", form), ("lang", lang)].given
            let catalogue = try await session.api.get(["mods", "catalogue"], query: query)
            guard file != "-" else {
                session.terminal.say(catalogue.text)
                return
            }
            let sink = try FileSink(file)
            try sink.write(catalogue.bytes)
            try sink.finish()
            let count = catalogue.array?.count ?? catalogue.object?.count ?? 0
            session.report(Localized("\(file): \(count)", "\(file): \(count)"))
        }
    }
}
