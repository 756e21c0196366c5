import Apps
import ArgumentParser
import Core

/// Users of the accounts app.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        "Аккаунты приложения: найти, показать, исправить, заблокировать, сбросить, уведомить.",
        "The accounts of the app: find, show, correct, block, reset, notify.",
        discussion: Localized(
            """
            Примеры:
              vitrina accounts list громов
              vitrina accounts registered
              vitrina accounts show 9067098559
              vitrina accounts edit ID --login anna-2026 --confirmed
              vitrina accounts reset-password 9067098559
              vitrina accounts push ID --title 'Привет' --text 'Бронь подтверждена'
              vitrina accounts events --kind registration --from=-1d
              vitrina accounts templates set restore --sms 'Новый пароль: {password}'

            Аккаунт называют по id либо по телефону, логину или почте, если больше ни у кого таких нет.
            Имена и почта целиком — для тех, кто может читать людей (people.read); телефон целиком — только
            после `reveal`, и это записывается в журнал.
            """,
            """
            Examples:
              vitrina accounts list громов
              vitrina accounts registered
              vitrina accounts show 9067098559
              vitrina accounts edit ID --login anna-2026 --confirmed
              vitrina accounts reset-password 9067098559
              vitrina accounts push ID --title 'Привет' --text 'Бронь подтверждена'
              vitrina accounts events --kind registration --from=-1d
              vitrina accounts templates set restore --sms 'Новый пароль: {password}'

            An account is named by id, or by the phone, login or e-mail address if no other account has them.
            Names and addresses are whole for those who may read people (people.read); a phone is whole only
            after `reveal`, which is written into the access log.
            """
        ).here,
        subcommands: [
            List.self, Registered.self, Acts.Show.self, Edit.self, Acts.Block.self, Acts.Unblock.self,
            Acts.SignOut.self, ResetPassword.self, SendConfirm.self, PushCommand.self, Acts.Reveal.self,
            Acts.Erase.self, Free.self, Messages.self, ResourceGroup<AccountEvents>.self,
            TemplatesCommand.self, Clients.self,
            Acts.Export.self,
        ]
    )

    typealias Acts = PersonActs<AccountArgument>

    static let path = ["accounts", "users"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список аккаунтов, новые сверху.",
            "List accounts, newest first."
        )

        @OptionGroup var list: AccountList

        func run() async throws { try await list.answer(AccountsCommand.path) }
    }

    struct Registered: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список зарегистрированных; без срока — за последние семь дней.",
            "List those who have registered; in the last seven days where no moment is given."
        )

        @OptionGroup var list: AccountList

        func run() async throws { try await list.answer(["accounts", "registered"]) }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Исправить аккаунт; пустой текст убирает значение.",
            "Put an account right; an empty text takes it away.",
            discussion: Localized(
                "Другую почту надо подтвердить снова, если не указать --confirmed.",
                "Another e-mail address must be confirmed again, unless --confirmed says that it is."
            ).here
        )

        @OptionGroup var account: AccountArgument
        @Option(help: ArgumentHelp("Логин.", "The login.")) var login: String?
        @Option(help: ArgumentHelp("Почта.", "The e-mail address.")) var email: String?
        @Option(
            help: ArgumentHelp(
                "Куда идут уведомления (токен FCM).",
                "Where notifications go (the FCM token)."
            )
        ) var pushID: String?
        @Option(help: ArgumentHelp("Имя.", "The first name.")) var firstName: String?
        @Option(help: ArgumentHelp("Фамилия.", "The last name.")) var lastName: String?
        @Option(help: ArgumentHelp("Отчество.", "The patronymic.")) var patronymic: String?
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp("Почта действительно его.", "The e-mail address is theirs.")
        ) var confirmed: Bool?
        @Option(name: .customLong("if-revision"), help: .ifRevision) var revision: Int64?
        @OptionGroup var options: Options

        private var body: [String: JSON] {
            let texts = [
                ("login", login), ("email", email), ("push_token", pushID), ("first_name", firstName),
                ("last_name", lastName), ("patronymic", patronymic),
            ]
            var body: [String: JSON] = [:]
            for (name, text) in texts.given {
                body[name] = text.isEmpty && name != "login" ? .some(.null) : .string(text)
            }
            if let confirmed { body["is_confirmed"] = .bool(confirmed) }
            return body
        }

        func validate() throws {
            guard !body.isEmpty else {
                throw ValidationError(
                    Localized("Укажите, что изменить.", "Give at least one option to change.").here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                let path = AccountsCommand.path + [try await account.id(session)]
                let seen = try await session.api.get(path, as: AccountRowAnswer.self).revision
                let call = APICall(.patch, path, json: .object(body)).ifMatch(revision ?? seen)
                try session.answerAccount(try await session.api.send(call))
                session.note(Localized("Аккаунт сохранён.", "The account is saved."))
            }
        }
    }
}

/// The argument that names an account by any of its identifiers.
struct AccountArgument: NamedPerson {
    typealias Filter = AccountFilter

    static let path = AccountsCommand.path
    static let noun = (one: "an account", many: "accounts")
    static let erasure = Localized(
        """
        Уйдут телефон, логин, имя, почта, профиль, письма, коды и события; баллы и партнёрские зоны
        останутся без имени. --digits — две последние цифры телефона или больше; если телефона нет —
        логин.
        """,
        """
        The phone, login, name, e-mail address, profile, mails, codes and events go; points and partner
        zones stay, without a name. --digits are the last two digits of the phone, or more of
        them; where there is no phone, the login.
        """
    ).here

    @Argument(
        help: ArgumentHelp("Id, телефон, логин или почта.", "The id, or the phone, login or e-mail address.")
    ) var account: String

    func id(_ session: Session) async throws -> String {
        let account = try await session.api.whole(account, in: Self.path)
        if let id = Identifier.normalized(account) { return id }
        let query = [(name: "q", value: account), (name: "limit", value: "6")]
        let found = try await session.api.get(
            Self.path,
            query: query,
            as: Page<AccountRowAnswer>.self
        ).elements
        let exact = found.filter { $0.login == account || $0.email == account }
        return try (exact.count == 1 ? exact : found).map { (id: $0.id, title: $0.login) }.onlyID(
            none: Localized("Такого аккаунта нет.", "There is no such account."),
            several: { titles in
                Localized(
                    "Подходят несколько, укажите точнее: \(titles).",
                    "Several accounts fit, be more exact: \(titles)."
                )
            }
        )
    }

    static func title(_ account: JSON) throws -> String { try AccountRowAnswer(json: account).login }
    static func answer(_ account: JSON, _ session: Session) throws { try session.answerAccount(account) }
}

/// The options of a list of accounts.
struct AccountList: ParsableArguments {
    @OptionGroup var filter: AccountFilter
    @OptionGroup var sort: AccountSort
    @OptionGroup var page: PageOptions
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func answer(_ path: [String]) async throws {
        try await options.run(watching: watch) { session in
            let query = try filter.query(session) + sort.query
            try await session.answerPage(path, page, query, table: session.accountTable)
        }
    }
}

/// The filter of accounts for a command.
struct AccountFilter: PeopleFilter {
    @Argument(
        help: ArgumentHelp(
            "Цифры телефона, слова имени, логин, почта или код приглашения.",
            "Digits of the phone, words of the name, login or e-mail address, or an invite code."
        )
    )
    var text: String?
    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Заблокированы сотрудником.", "Blocked by staff."))
    var blocked: Bool?
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Подтвердили почту.", "Have confirmed their e-mail address.")
    ) var confirmed: Bool?
    @Flag(
        name: .customLong("push"),
        inversion: .prefixedNo,
        help: ArgumentHelp("Им можно отправлять уведомления.", "Can be sent notifications.")
    )
    var push: Bool?
    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Стёрты.", "Were erased.")) var erased: Bool?
    @OptionGroup var registration: RegistrationOptions

    func query(_ session: Session) throws -> [(name: String, value: String)] {
        let flags = [("blocked", blocked), ("confirmed", confirmed), ("push", push), ("erased", erased)]
        return [("q", text)].given + flags.given + (try registration.query(session))
    }
}

/// The order of a list of accounts.
struct AccountSort: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Порядок: created_at, signed_in_at, login, name, email; с - впереди — от последнего.",
            "The order: created_at, signed_in_at, login, name or email; with - before it the last first.",
            valueName: "field"
        ),
        completion: .list(["-created_at", "-signed_in_at", "login", "name", "email"])
    )
    var sort: String?

    var query: [(name: String, value: String)] { [("sort", sort)].given }
}
