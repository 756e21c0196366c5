import ArgumentParser
import Core
import Web

/// Runs `vitrina doctor`.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Проверить, что обычно идёт не так, и сказать, что делать.",
        "Look at what usually goes wrong, and say what to do.",
        discussion: Localized(
            """
            Код выхода 0, если нет строк FAIL.

            Пока часы отличаются от времени последней очистки больше чем на сутки, по возрасту ничего не удаляется. \
            Если часы верны, --accept-clock возобновляет очистку.

            --deep читает базу целиком и ищет каждый загруженный файл. Сервер может работать дальше.
            """,
            """
            It exits with 0 unless a line says FAIL.

            Nothing is removed by age while the clock has jumped by more than a day since the last cleaning. If the \
            clock is right, --accept-clock lets the cleaning go on.

            --deep reads the whole database, and looks for every upload. A server may go on meanwhile.
            """
        ).here
    )

    @Flag(
        name: .customLong("accept-clock"),
        help: ArgumentHelp("Считать часы верными после скачка.", "Accept the clock as right after a jump.")
    )
    var acceptsClock = false
    @Flag(help: ArgumentHelp("Прочитать всю базу и найти все файлы.", "Read all rows and find all uploads."))
    var deep = false
    @OptionGroup var options: Options

    func run() async throws {
        let configuration = try options.place.configuration()
        let terminal = options.output.terminal
        if acceptsClock { try await acceptClock(configuration, terminal) }
        var checkup = Checkup()
        if let server = configuration.server {
            guard !deep else { throw Self.needsDatabase("--deep") }
            await checkup.look(at: server, token: configuration.token, language: terminal.language)
        } else {
            await checkup.look(at: configuration, isDeep: deep)
        }
        show(checkup, terminal)
        if checkup.exit != .done { throw checkup.exit.code }
    }

    private func acceptClock(_ configuration: Configuration, _ terminal: Terminal) async throws {
        guard configuration.server == nil else { throw Self.needsDatabase("--accept-clock") }
        let composition = try await Composition(configuration)
        do {
            try await composition.services.clockGuard.accept()
        } catch {
            await composition.close()
            throw error
        }
        await composition.close()
        terminal.note(
            Localized("Часы приняты: очистка продолжится.", "The clock is accepted: cleaning goes on.")
        )
    }

    private static func needsDatabase(_ flag: String) -> Failure {
        Failure.usage(
            Localized(
                "\(flag) работает с самой базой: добавьте --context none.",
                "\(flag) works on the database itself: add --context none."
            )
        )
    }

    private func show(_ checkup: Checkup, _ terminal: Terminal) {
        let language = terminal.language
        if options.output.json {
            let checks = checkup.lines.map { line -> JSON in
                [
                    "name": .string(line.name), "grade": .string(line.grade.rawValue),
                    "message": .string(line.message[language]), "advice": JSON(line.advice?[language]),
                ]
            }
            let json: JSON = ["ok": .bool(checkup.exit == .done), "checks": .array(checks)]
            return terminal.say(json.text)
        }
        let width = checkup.lines.map(\.name.displayWidth).max() ?? 0
        for line in checkup.lines where !options.output.quiet || line.grade != .ok {
            let word = shown(line.grade, terminal.output)
            let advice = line.advice.map { " → \($0[language])" } ?? ""
            terminal.say(
                "\(word)  \(line.name.padded(to: width))  \(printable(line.message[language] + advice))"
            )
        }
    }

    private func shown(_ grade: Checkup.Line.Grade, _ style: Style) -> String {
        switch grade {
        case .ok: style.good("OK  ")
        case .warn: style.doubtful("WARN")
        case .fail: style.bad("FAIL")
        }
    }
}
