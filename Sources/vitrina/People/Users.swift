import ArgumentParser
import Core

/// The people who use the mall's app.
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The people who use the app: find, show, correct, block, erase.",
        discussion: """
            Examples:
              vitrina users list громов
              vitrina users list 5748 --gifts
              vitrina users show 5748
              vitrina users block 5748 --reason 'Sells gifts'
              vitrina users export --to people.csv --excel

            A person is named by id, or by the last digits of the phone where they are of nobody else.
            Names and e-mail addresses are whole for those who may read people (people.read); a phone is whole
            only after `reveal`, which is written into the access log.
            """,
        subcommands: [
            List.self, Show.self, Edit.self, Block.self, Unblock.self, SignOut.self, Reveal.self, Erase.self,
            Survey.self, Export.self,
        ]
    )

    static let path = ["mall", "users"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List people, newest first.")

        @OptionGroup var filter: UserFilter
        @Option(
            help: ArgumentHelp(
                "What they go by: created_at, signed_in_at, balance; with - before it the greatest first.",
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

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show everything about a person.")

        @OptionGroup var person: PersonArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let user = try await session.api.get(Users.path + [try await person.id(session)])
                session.answerUser(user)
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a name or an e-mail address right."
        )

        @OptionGroup var person: PersonArgument
        @Option(help: "First and last name.") var name: String?
        @Option(help: "The e-mail address.") var email: String?
        @OptionGroup var options: Options

        func validate() throws {
            guard name != nil || email != nil else {
                throw ValidationError("Give --name, --email or both.")
            }
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                body["name"] = name.map { .string($0) }
                body["email"] = email.map { .string($0) }
                let path = Users.path + [try await person.id(session)]
                session.answerUser(try await session.api.send(APICall(.patch, path, json: .object(body))))
                session.note(Localized("Профиль сохранён.", "The profile is saved."))
            }
        }
    }

    struct Block: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the session of a person and refuse the next one."
        )

        @OptionGroup var person: PersonArgument
        @Option(help: "Why; colleagues see it.") var reason: String
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Вход закрыт.", "Blocked.")
            try await Users.act("block", ["reason": .string(reason)], person, options, done)
        }
    }

    struct Unblock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a blocked person in again.")

        @OptionGroup var person: PersonArgument
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Вход снова открыт.", "May sign in again.")
            try await Users.act("unblock", nil, person, options, done)
        }
    }

    struct SignOut: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sign a person out of the app.")

        @OptionGroup var person: PersonArgument
        @OptionGroup var options: Options

        func run() async throws {
            let done = Localized("Выведен из приложения.", "Signed out of the app.")
            try await Users.act("sign-out", nil, person, options, done)
        }
    }

    /// Makes a change of one person and shows them as they are then.
    private static func act(
        _ name: String,
        _ body: JSON?,
        _ person: PersonArgument,
        _ options: Options,
        _ done: Localized
    ) async throws {
        try await options.run { session in
            let path = Self.path + [try await person.id(session), name]
            session.answerUser(try await session.api.send(APICall(.post, path, json: body)))
            session.note(done)
        }
    }
}
