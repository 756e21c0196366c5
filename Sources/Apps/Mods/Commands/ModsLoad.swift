import ArgumentParser
import Core

/// Runs `vitrina mods load FOLDER`.
struct ModsLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        "Загрузить моды из папки: создать или изменить по их путям.",
        "Upload the mods of a folder, and create or change them by their paths.",
        discussion: Localized(
            """
            В папке — по папке на категорию с именем категории из API: korabli/raptor.zip, рядом korabli/raptor.jpg (или \
            .png, .webp) и korabli/raptor.txt с описанием. Мод из нескольких папок стоит во всех этих категориях.

            Файл mods.json или mods.csv рядом говорит больше: path, title.ru, title.en, description.ru, description.en, \
            categories (a|b), file, image, file_url, image_url, is_free. Строка без path получает путь из названия.

            Что уже есть и не изменилось, остаётся, поэтому прерванную загрузку просто запускают снова. Об ошибке в одном \
            моде сообщается, остальные идут дальше. Так же и с пропущенным: другой архив того же мода, файл или строка с \
            чужим путём, описание не в UTF-8 или больше 64 КиБ.
            """,
            """
            The folder holds a folder for each category, called as the category in the API: korabli/raptor.zip with \
            korabli/raptor.jpg (or .png, .webp) and korabli/raptor.txt as the description. A mod that lies in several \
            folders stands in all of these categories.

            mods.json or mods.csv beside them says more: path, title.ru, title.en, description.ru, description.en, \
            categories (a|b), file, image, file_url, image_url, is_free. A row without a path gets one of its title.

            What is there and the same stays as it is, so a run that was broken off is simply run again. Everything is \
            tried out first, files too. What is wrong is told mod by mod, and then nothing is loaded; with \
            --continue-on-error the other mods are. Wrong is also what would be left out: another archive of the same \
            mod, a file or a row whose path another has, a description that is no UTF-8 text of at most 64 KiB.
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Папка.", "The folder."), completion: .directory) var folder: String
    @Flag(
        help: ArgumentHelp(
            "Опубликовать загруженное; иначе это черновики.",
            "Publish what is loaded; otherwise it is a draft."
        )
    ) var publish = false
    @Flag(
        name: .customLong("continue-on-error"),
        help: ArgumentHelp(
            "Загрузить остальные моды, если с одним что-то не так.",
            "Load the other mods if something is wrong with one."
        )
    )
    var continuesOnError = false
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        var failed = 0
        try await options.run { session in
            let found = try ModFolder(path: folder).read()
            func load(in session: Session) async throws -> ModLoader.Report {
                var loader = ModLoader(session: session, publishes: publish, note: reason.note)
                return try await loader.load(found)
            }
            var isRefused = false
            var report = ModLoader.Report()
            if !continuesOnError, !session.isDryRun {
                report = try await load(in: session.trying)
                isRefused = !report.faults.isEmpty
            }
            if isRefused { report.lines = [] } else { report = try await load(in: session) }
            failed = report.faults.count
            session.answer(report.json, ids: report.lines.map(\.path)) { report.table(session) }
            for fault in report.faults { session.terminal.note(fault) }
            if isRefused {
                session.report(
                    Localized(
                        "Ничего не загружено. Загрузить остальное: --continue-on-error",
                        "Nothing was loaded. To load the others: --continue-on-error"
                    )
                )
            }
            session.report(
                Localized(
                    "Новых \(report.created), изменено \(report.changed), без изменений \(report.unchanged), "
                        + "ошибок \(failed).",
                    "\(report.created) new, \(report.changed) changed, \(report.unchanged) the same, "
                        + "\(failed) faults."
                )
            )
        }
        if failed > 0 { throw Exit.data.code }
    }
}
