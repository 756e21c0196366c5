import ArgumentParser
import Core

/// Runs `vitrina doctor`.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Проверить, что обычно идёт не так, и сказать, что делать.",
            "Look at what usually goes wrong, and say what to do."
        ).here,
        discussion: Localized(
            "Код выхода 0, если нет строк FAIL.",
            "It exits with 0 unless a line says FAIL."
        ).here
    )

    @OptionGroup var options: Options

    func run() async throws {
        let configuration = try options.place.configuration()
        let terminal = options.output.terminal
        var checkup = Checkup()
        if let server = configuration.server {
            await checkup.look(at: server, token: configuration.token, language: terminal.language)
        } else {
            await checkup.look(at: configuration)
        }
        show(checkup, terminal)
        if checkup.exit != .done { throw checkup.exit.code }
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
