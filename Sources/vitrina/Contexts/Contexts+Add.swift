import ArgumentParser
import Core
import FoundationEssentials
import Storage
import Web

extension Contexts {
    /// Runs `vitrina context add production --url https://mall.example --protected`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Дать серверу имя и сохранить его токен.",
            "Give a server a name, and keep a token for it.",
            discussion: Localized(
                """
                Токен берётся из --token-file, со стандартного ввода или спрашивается. Он хранится в файле, который читаете \
                только вы: $XDG_CONFIG_HOME/vitrina/contexts.json или в ~/.config.
                """,
                """
                The token comes from --token-file, from standard input, or is asked for. It is kept in a file that only \
                you can read: $XDG_CONFIG_HOME/vitrina/contexts.json, or below ~/.config.
                """
            ).here
        )

        @Argument(help: ArgumentHelp("Имя: буквы, цифры, - . и _.", "The name: letters, digits, - . and _."))
        var name: String
        @Option(help: ArgumentHelp("Адрес сервера.", "The address of the server.", valueName: "url")) var url:
            String
        @Flag(
            help: ArgumentHelp(
                "Изменение для приложений и удаление спрашивают имя контекста.",
                "Commands that change what apps see, or destroy something, ask for the name."
            )
        ) var protected = false
        @Option(
            name: .customLong("token-file"),
            help: ArgumentHelp("Файл с токеном.", "A file that holds the token.", valueName: "file"),
            completion: .file()
        )
        var tokenFile: String?
        @Flag(
            name: .customLong("token-stdin"),
            help: ArgumentHelp(
                "Прочитать токен со стандартного ввода.",
                "Read the token from standard input."
            )
        )
        var readsToken = false
        @Flag(
            name: .customLong("no-check"),
            help: ArgumentHelp(
                "Не спрашивать сервер, принимает ли он токен.",
                "Do not ask the server whether it takes the token."
            )
        )
        var isUnchecked = false
        @Flag(
            help: ArgumentHelp("Заменить контекст с этим именем.", "Replace the context that has the name.")
        ) var replace = false
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard Context.isName(name) else {
                throw ValidationError(
                    Localized(
                        "Имя — от 1 до \(Context.nameLengthMax) букв, цифр, - . или _, но не none.",
                        "A name has 1 to \(Context.nameLengthMax) letters, digits, - . or _, and is not none."
                    ).here
                )
            }
            guard Context.address(url) != nil else {
                throw ValidationError(
                    Localized(
                        "Адрес должен быть вида https://mall.example.",
                        "The URL must be like https://mall.example."
                    ).here
                )
            }
            guard tokenFile == nil || !readsToken else {
                throw ValidationError(
                    Localized(
                        "Укажите --token-file или --token-stdin, но не оба.",
                        "Give --token-file or --token-stdin, not both."
                    ).here
                )
            }
        }

        func run() async throws {
            var file = try ContextFile(ProcessInfo.processInfo.environment)
            guard replace || file[name] == nil else {
                throw Failure(
                    .data,
                    Problem.Kind.conflict.rawValue,
                    Localized("Контекст \(name) уже есть.", "There is a context \(name) already."),
                    advice: [Localized("Заменить его: --replace", "To replace it: --replace")]
                )
            }
            let token = try token()
            let address = Context.address(url) ?? url
            let context = Context(
                name: name,
                url: address,
                token: token,
                isProtected: protected,
                who: isUnchecked ? nil : try await owner(of: token, at: address)
            )
            file.keep(context)
            try file.write()
            let report = ContextReport(file: file, output: output)
            try report.answer(context)
            if context.isOpen {
                report.note(
                    Localized(
                        "Внимание: по http токен видят все на пути. Лучше https.",
                        "Mind: over http the token can be read on the way. Better use https."
                    )
                )
            }
            if file.current != name {
                report.note(
                    Localized(
                        "Выбрать его: vitrina context use \(name)",
                        "To use it: vitrina context use \(name)"
                    )
                )
            }
        }

        private func token() throws(Failure) -> String {
            let terminal = output.terminal
            let token: String?
            if let tokenFile {
                token = try PlaceOptions.token(in: tokenFile)
            } else if readsToken {
                token = readLine()?.trimmed
            } else if terminal.isInteractive {
                token = terminal.secret(Localized("Токен (не показывается):", "The token (not shown):"))
            } else {
                throw .usage(
                    Localized(
                        "Откуда взять токен? --token-file или --token-stdin.",
                        "Where is the token? Give --token-file or --token-stdin."
                    )
                )
            }
            guard let token, 1...200 ~= token.utf8.count, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                throw Failure(.data, "no-token", Localized("Это не токен.", "That is no token."))
            }
            return token
        }

        /// Returns the owner of the token; throws if the server refuses it.
        private func owner(of token: String, at address: String) async throws -> String {
            let api = APIClient(
                api: RemoteAPI(server: address, token: token),
                language: output.terminal.language
            )
            do {
                let staff = try await api.get(["session"], as: SessionHolder.self)
                return "\(staff.email ?? staff.name), \(staff.role)"
            } catch var failure as Failure {
                failure.advice = [
                    Localized(
                        "Контекст не сохранён. Без проверки: --no-check",
                        "The context was not kept. Without this check: --no-check"
                    )
                ]
                throw failure
            }
        }
    }
}
