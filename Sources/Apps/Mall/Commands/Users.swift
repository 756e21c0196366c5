import Apps
import ArgumentParser
import Core

/// The users of the mall's app.
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Люди в приложении: найти, показать, исправить, заблокировать, стереть.",
        "The people who use the app: find, show, correct, block, erase.",
        discussion: Localized(
            """
            Примеры:
              vitrina users list громов
              vitrina users list 5748 --gifts
              vitrina users show 5748
              vitrina users block 5748 --reason 'Продаёт подарки'
              vitrina users export --to people.csv --excel

            Человека называют по id или по последним цифрам телефона, если больше ни у кого таких нет.
            Имена и почта целиком — для тех, кто может читать людей (people.read); телефон целиком — только
            после `reveal`, и это записывается в журнал.
            """,
            """
            Examples:
              vitrina users list громов
              vitrina users list 5748 --gifts
              vitrina users show 5748
              vitrina users block 5748 --reason 'Sells gifts'
              vitrina users export --to people.csv --excel

            A person is named by id, or by the last digits of the phone if no one else has them.
            Names and e-mail addresses are whole for those who may read people (people.read); a phone is whole
            only after `reveal`, which is written into the access log.
            """
        ).here,
        subcommands: [
            List.self, Acts.Show.self, Edit.self, Acts.Block.self, Acts.Unblock.self, Acts.SignOut.self,
            Acts.Reveal.self, Acts.Erase.self, Survey.self, Acts.Export.self,
        ]
    )

    typealias Acts = PersonActs<PersonArgument>

    static let path = ["mall", "users"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список людей, новые сверху.",
            "List people, newest first."
        )

        @OptionGroup var filter: UserFilter
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Порядок: created_at, signed_in_at, balance; с - впереди — от большего.",
                "The order: created_at, signed_in_at or balance; with - before it the greatest first.",
                valueName: "field"
            ),
            completion: .list(["-created_at", "-signed_in_at", "-balance", "created_at", "balance"])
        )
        var sort: String?
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = try filter.query(session) + [("sort", sort)].given
                try await session.answerPage(Users.path, page, query, table: session.userTable)
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Исправить имя или почту.",
            "Put a name or an e-mail address right."
        )

        @OptionGroup var person: PersonArgument
        @Option(help: ArgumentHelp("Имя и фамилия.", "First and last name.")) var name: String?
        @Option(help: ArgumentHelp("Почта.", "The e-mail address.")) var email: String?
        @Option(name: .customLong("if-revision"), help: .ifRevision) var revision: Int64?
        @OptionGroup var options: Options

        func validate() throws {
            guard name != nil || email != nil else {
                throw ValidationError(
                    Localized("Укажите --name, --email или оба.", "Give --name, --email or both.").here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                body["name"] = name.map { .string($0) }
                body["email"] = email.map { .string($0) }
                let path = Users.path + [try await person.id(session)]
                let seen = try await session.api.get(path, as: UserRowAnswer.self).revision
                let call = APICall(.patch, path, json: .object(body)).ifMatch(revision ?? seen)
                try session.answerUser(try await session.api.send(call))
                session.note(Localized("Профиль сохранён.", "The profile is saved."))
            }
        }
    }
}
