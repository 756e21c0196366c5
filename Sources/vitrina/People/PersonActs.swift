import Apps
import ArgumentParser
import Core

/// The commands for users that all apps share.
enum PersonActs<Person: NamedPerson> {
    struct Show: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration("Показать всё о человеке.", "Show everything about \(Person.noun.one).")
        }

        @OptionGroup var person: Person
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = Person.path + [try await person.id(session)]
                try Person.answer(try await session.api.get(path), session)
            }
        }
    }

    struct Block: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                "Завершить сессию человека и не пускать его снова.",
                "End the session of a person and refuse the next one."
            )
        }

        @OptionGroup var person: Person
        @Option(help: ArgumentHelp("Зачем; коллеги это увидят.", "Why; colleagues see it.")) var reason:
            String
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Вход закрыт.", "Blocked.")
            try await person.act("block", with: ["reason": .string(reason)], options, done)
        }
    }

    struct Unblock: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration("Снова пускать заблокированного.", "Let a blocked person in again.")
        }

        @OptionGroup var person: Person
        @OptionGroup var options: Options

        func run() async throws {
            try await person.act(
                "unblock",
                options,
                Localized("Вход снова открыт.", "May sign in again.")
            )
        }
    }

    struct SignOut: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration("Вывести человека из приложения.", "Sign a person out of the app.")
        }

        @OptionGroup var person: Person
        @OptionGroup var options: Options

        func run() async throws {
            try await person.act(
                "sign-out",
                options,
                Localized("Выведен из приложения.", "Signed out of the app.")
            )
        }
    }

    struct Reveal: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                "Показать телефон целиком; попадает в журнал.",
                "Show the whole phone of a person; this is audited."
            )
        }

        @OptionGroup var person: Person
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = Person.path + [try await person.id(session), "reveal"]
                let answer = try await session.api.send(APICall(.post, path).unseen)
                let revealed = try RevealedPhone(json: answer)
                session.answer(answer, ids: [revealed.phone]) {
                    Table([Table.Column("")], hasHeader: false, rows: [[revealed.spaced]])
                }
            }
        }
    }

    struct Erase: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                "Стереть всё личное навсегда.",
                "Take everything personal away for ever.",
                discussion: Person.erasure
            )
        }

        @OptionGroup var person: Person
        @Option(
            help: ArgumentHelp(
                "Конец телефона: хотя бы две последние цифры.",
                "How the phone ends: at least its last two digits."
            )
        ) var digits: String
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await person.act(
                "erase",
                with: ["digits": .string(digits)],
                options,
                Localized("Личные данные стёрты.", "The personal data is gone."),
                asking: { title in
                    Localized(
                        "Личные данные (\(title)) исчезнут навсегда.",
                        "The personal data of \(title) goes for ever."
                    )
                },
                isAgreed: yes
            )
        }
    }

    struct Export: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                "Записать таблицей (CSV); попадает в журнал.",
                "Write \(Person.noun.many) as a table (CSV); this is audited."
            )
        }

        @OptionGroup var filter: Person.Filter
        @Flag(help: ArgumentHelp("С полными номерами телефонов.", "With whole phone numbers.")) var phones =
            false
        @OptionGroup var file: TableFile
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query = try filter.query(session) + (phones ? [(name: "phones", value: "true")] : [])
                try await file.fetch(Person.path + ["export"], query, session)
            }
        }
    }
}
