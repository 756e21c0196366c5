import Apps
import ArgumentParser
import Core

extension AccountsCommand {
    struct SendConfirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Отправить ссылку, которая подтверждает почту.",
            "Send the link that confirms the e-mail address."
        )

        @OptionGroup var account: AccountArgument
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Ссылка отправлена.", "The link is on its way.")
            try await account.act("confirmation", options, done)
        }
    }

    struct PushCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push",
            "Отправить человеку уведомление в приложение.",
            "Send a notification to the app of a person."
        )

        @OptionGroup var account: AccountArgument
        @Option(help: ArgumentHelp("Одна строка.", "One line.")) var title: String
        @Option(help: ArgumentHelp("Текст; @файл — из файла.", "The text; @file for a file.")) var text:
            String
        @OptionGroup var options: Options

        func run() async throws {
            let body: JSON = ["title": .string(title), "text": .string(Input.text(text) ?? text)]
            let done = Localized(
                "Уведомление отправляется: vitrina outbox list --kind push.",
                "On its way: vitrina outbox list --kind push."
            )
            try await account.act("push", with: body, options, done)
        }
    }

    struct ResetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Сделать новый пароль и показать один раз; сессия закончится.",
            "Make a new password and show it, this once; the session ends."
        )

        @OptionGroup var account: AccountArgument
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await account.id(session)
                let path = AccountsCommand.path + [id]
                let login = try await session.api.get(path, as: AccountRowAnswer.self).login
                try session.terminal.confirm(
                    Localized(
                        "Прежний пароль и вход (\(login)) перестанут действовать.",
                        "The password and the session of \(login) end."
                    ),
                    isAgreed: yes
                )
                let answer = try await session.api.send(
                    APICall(.post, AccountsCommand.path + [id, "password"])
                )
                let password = try AccountPasswordAnswer(json: answer).password
                session.answer(answer, ids: [password]) {
                    Table([Table.Column("")], hasHeader: false, rows: [[password]])
                }
                session.note(
                    Localized("Пароль показан один раз.", "The password is shown only once.")
                )
            }
        }
    }

    struct Free: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Освободить телефон для новой регистрации; только в тестовом режиме.",
            "Free a phone for another registration; in test mode only."
        )

        @Argument(help: ArgumentHelp("Телефон.", "The phone.")) var phone: String
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try session.terminal.confirm(
                    Localized(
                        "Войти в прежний аккаунт номера \(phone) будет нельзя.",
                        "The account that has \(phone) can no longer be signed in to."
                    ),
                    isAgreed: yes
                )
                let call = APICall(.post, ["accounts", "free"], json: ["phone": .string(phone)])
                try session.answerAccount(try await session.api.send(call))
                session.note(Localized("Номер свободен.", "The number is free."))
            }
        }
    }
}
