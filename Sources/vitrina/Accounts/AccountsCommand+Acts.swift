import ArgumentParser
import Core

extension AccountsCommand {
    struct Block: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the session of a person and refuse the next one."
        )

        @OptionGroup var account: AccountArgument
        @Option(help: "Why; colleagues see it.") var reason: String
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Вход закрыт.", "Blocked.")
            try await AccountsCommand.act("block", ["reason": .string(reason)], account, options, done)
        }
    }

    struct Unblock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a blocked person in again.")

        @OptionGroup var account: AccountArgument
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Вход снова открыт.", "May sign in again.")
            try await AccountsCommand.act("unblock", nil, account, options, done)
        }
    }

    struct SignOut: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sign a person out of the app.")

        @OptionGroup var account: AccountArgument
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Выведен из приложения.", "Signed out of the app.")
            try await AccountsCommand.act("sign-out", nil, account, options, done)
        }
    }

    struct SendConfirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send the link that confirms the e-mail address."
        )

        @OptionGroup var account: AccountArgument
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Ссылка отправлена.", "The link is on its way.")
            try await AccountsCommand.act("confirmation", nil, account, options, done)
        }
    }

    struct PushCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push",
            abstract: "Send a notification to the app of a person."
        )

        @OptionGroup var account: AccountArgument
        @Option(help: "One line.") var title: String
        @Option(help: "What it says; @file for a file.") var text: String
        @OptionGroup var options: Options

        func run() async throws {
            let body: JSON = ["title": .string(title), "text": .string(Input.text(text) ?? text)]
            let done = Localized(
                "Уведомление отправляется: vitrina outbox list --kind push.",
                "On its way: vitrina outbox list --kind push."
            )
            try await AccountsCommand.act("push", body, account, options, done)
        }
    }

    struct ResetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new password and show it, this once; the session ends."
        )

        @OptionGroup var account: AccountArgument
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await account.id(session)
                let login = try await session.api.get(AccountsCommand.path + [id])["login"]?.string ?? id
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
                let password = answer["password"]?.string ?? ""
                session.answer(answer, ids: [password]) {
                    Table([Table.Column("")], hasHeader: false, rows: [[password]])
                }
                session.note(
                    Localized("Пароль показан один раз.", "The password is shown this once.")
                )
            }
        }
    }

    struct Reveal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the whole phone of a person; this is audited."
        )

        @OptionGroup var account: AccountArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = AccountsCommand.path + [try await account.id(session), "reveal"]
                let answer = try await session.api.send(APICall(.post, path))
                let phone = answer["phone"]?.string ?? ""
                session.answer(answer, ids: [phone]) {
                    Table([Table.Column("")], hasHeader: false, rows: [[answer["spaced"]?.string ?? phone]])
                }
            }
        }
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take everything personal away for ever.",
            discussion: """
                The phone, login, name, e-mail address, profile, mails, codes and events go; points and partner
                zones stay, as nobody's in particular. --digits are the last two digits of the phone, or more of
                them; where there is no phone, the login.
                """
        )

        @OptionGroup var account: AccountArgument
        @Option(help: "How the phone ends: at least its last two digits.") var digits: String
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await account.id(session)
                let login = try await session.api.get(AccountsCommand.path + [id])["login"]?.string ?? id
                try session.terminal.confirm(
                    Localized(
                        "Личные данные (\(login)) исчезнут навсегда.",
                        "The personal data of \(login) goes for ever."
                    ),
                    isAgreed: yes
                )
                let call = APICall(
                    .post,
                    AccountsCommand.path + [id, "erase"],
                    json: ["digits": .string(digits)]
                )
                session.answerAccount(try await session.api.send(call))
                session.note(Localized("Личные данные стёрты.", "The personal data is gone."))
            }
        }
    }

    struct Free: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Free a phone for another registration; in test mode only."
        )

        @Argument(help: "The phone.") var phone: String
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try session.terminal.confirm(
                    Localized(
                        "Войти в прежний аккаунт номера \(phone) будет нельзя.",
                        "Nobody can sign in to the account that has \(phone) any more."
                    ),
                    isAgreed: yes
                )
                let call = APICall(.post, ["accounts", "free"], json: ["phone": .string(phone)])
                session.answerAccount(try await session.api.send(call))
                session.note(Localized("Номер свободен.", "The number is free."))
            }
        }
    }

    /// Makes a change of one account and shows it as it is then.
    private static func act(
        _ name: String,
        _ body: JSON?,
        _ account: AccountArgument,
        _ options: Options,
        _ done: Localized
    ) async throws {
        try await options.run { session in
            let path = Self.path + [try await account.id(session), name]
            session.answerAccount(try await session.api.send(APICall(.post, path, json: body)))
            session.note(done)
        }
    }
}
