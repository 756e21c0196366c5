import ArgumentParser
import Core

/// Who may come in.
struct Staff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized("Кто может войти.", "Who may come in.").here,
        subcommands: [List.self, Add.self, Edit.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список сотрудников.", "List the members of staff.").here
        )

        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try await session.answerWhole(["staff"], table: session.staffTable)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Добавить сотрудника.", "Add a member of staff.").here,
            discussion: Localized(
                "Без --password-stdin пароль придумывается и показывается один раз.",
                "Without --password-stdin a password is made, and shown this once."
            ).here
        )

        @Option(help: ArgumentHelp("Кто входит.", "Who signs in.")) var email: String
        @Option(
            help: ArgumentHelp(
                "Как его называет история (часть до @).",
                "How history calls them (the part before @)."
            )
        ) var name: String?
        @Option(
            help: ArgumentHelp("owner, editor или viewer.", "owner, editor or viewer."),
            completion: .list(Candidates.roles)
        ) var role: String
        @OptionGroup var grants: GrantOptions
        @Flag(
            name: .customLong("password-stdin"),
            help: ArgumentHelp(
                "Прочитать пароль из первой строки стандартного ввода.",
                "Read the password from the first line of standard input."
            )
        )
        var readsPassword = false
        @Flag(
            name: .customLong("if-none"),
            help: ArgumentHelp(
                "Ничего не делать, если сотрудники уже есть.",
                "Do nothing where there is staff already."
            )
        ) var ifNone =
            false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                if ifNone {
                    let items = try await session.api.all(["staff"], pageSize: nil)
                    guard items.isEmpty else {
                        session.answer(["created": false], ids: []) { .empty }
                        session.note(Localized("Сотрудники уже есть.", "There is staff already."))
                        return
                    }
                }
                let name = name ?? String(email.prefix { $0 != "@" })
                var body: [String: JSON] = [
                    "email": .string(email), "name": .string(name), "role": .string(role),
                ]
                body["grants"] = grants.json
                if readsPassword { body["password"] = .string(try Input.password()) }
                let call = APICall(.post, ["staff"], json: .object(body)).unseen
                let staff = try await session.api.send(call)
                session.answer(staff) { session.staffTable([staff]) }
                guard staff["password"] != nil else { return }
                session.note(
                    Localized(
                        "Пароль показан один раз, сохраните его.",
                        "The password is shown this once; keep it."
                    )
                )
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Изменить сотрудника.", "Change a member of staff.").here,
            discussion: Localized(
                """
                Права из --grant заменяют прежние, поэтому назовите все, что остаются; --no-grants убирает их. Что не названо, \
                не изменится.
                """,
                """
                The rights that are given by --grant take the place of those that there are, so name each that is to \
                stay; --no-grants takes all of them away. What is not named stays as it is.
                """
            ).here
        )

        @Argument(
            help: ArgumentHelp("Id или почта.", "The id or the e-mail address."),
            completion: .custom(Candidates.staff)
        )
        var who: String
        @Option(help: ArgumentHelp("Как его называет история.", "How history calls them.")) var name: String?
        @Option(
            help: ArgumentHelp("owner, editor или viewer.", "owner, editor or viewer."),
            completion: .list(Candidates.roles)
        ) var role: String?
        @OptionGroup var grants: GrantOptions
        @Flag(
            name: .customLong("no-grants"),
            help: ArgumentHelp("Только права роли.", "Only what the role says.")
        ) var noGrants = false
        @Flag(inversion: .prefixedNo, help: ArgumentHelp("Может ли входить.", "Whether they may sign in."))
        var active: Bool?
        @Flag(
            name: .customLong("password-stdin"),
            help: ArgumentHelp(
                "Прочитать новый пароль со стандартного ввода.",
                "Read a new password from standard input."
            )
        )
        var readsPassword = false
        @Flag(
            name: .customLong("revoke-tokens"),
            help: ArgumentHelp(
                "Отозвать его ключи API: сам новый пароль их не отзывает.",
                "Revoke their API tokens, which a new password alone leaves as they are."
            )
        )
        var revokesTokens = false
        @OptionGroup var options: Options

        func validate() throws {
            guard
                name != nil || role != nil || active != nil || readsPassword || grants.json != nil || noGrants
                    || revokesTokens
            else {
                throw ValidationError(
                    Localized(
                        """
                        Укажите хотя бы одно из --name, --role, --grant, --no-grants, --active, --no-active, \
                        --password-stdin, --revoke-tokens.
                        """,
                        """
                        Give at least one of --name, --role, --grant, --no-grants, --active, --no-active, \
                        --password-stdin, --revoke-tokens.
                        """
                    ).here
                )
            }
            guard !noGrants || grants.json == nil else {
                throw ValidationError(
                    Localized(
                        "Укажите --grant или --no-grants, но не оба.",
                        "Give --grant or --no-grants, not both."
                    ).here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                body["name"] = name.map { .string($0) }
                body["role"] = role.map { .string($0) }
                body["is_active"] = active.map { .bool($0) }
                body["grants"] = noGrants ? .some(.array([])) : grants.json
                if readsPassword { body["password"] = .string(try Input.password()) }
                if revokesTokens { body["revoke_tokens"] = true }
                let id = try await session.staffID(who)
                let call = APICall(.patch, ["staff", id], json: .object(body)).unseen
                let staff = try await session.api.send(call)
                session.answer(staff) { session.staffTable([staff]) }
                session.note(Localized("Сохранено.", "Saved."))
                guard let count = staff["open_tokens"]?.integer, count > 0 else { return }
                session.note(
                    Localized(
                        "Продолжают действовать ключи API: \(count). Отозвать их: --revoke-tokens.",
                        "API tokens still in force: \(count). To revoke them: --revoke-tokens."
                    )
                )
            }
        }
    }
}

/// What somebody may do beside what their role says.
struct GrantOptions: ParsableArguments {
    @Option(
        name: .customLong("grant"),
        help: ArgumentHelp(
            "Право сверх роли: \(Candidates.grants.joined(separator: ", ")).",
            "A right beside those of the role: \(Candidates.grants.joined(separator: ", ")).",
            valueName: "right"
        ),
        completion: .list(Candidates.grants)
    )
    var names: [String] = []

    /// All of them; nil where none is given.
    var json: JSON? { names.isEmpty ? .none : .some(.array(names.map { .string($0) })) }
}

extension Session {
    /// The id of the member of staff with this id or e-mail address.
    func staffID(_ who: String) async throws -> String {
        let who = try await api.whole(who, in: ["staff"])
        if let id = Identifier.normalized(who) { return id }
        let items = try await api.all(["staff"], pageSize: nil)
        guard let id = items.first(where: { $0["email"]?.string == who.lowercased() })?["id"]?.string else {
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized("Нет сотрудника \(who).", "There is no member of staff \(who).")
            )
        }
        return id
    }

    fileprivate func staffTable(_ items: [JSON]) -> Table {
        if let staff = items.first, let password = staff["password"]?.string {
            let names = ["id", "email", "name", "role"]
            return Table(
                secret: names.map { ($0, staff[$0]?.string ?? "") } + [
                    (name: "password", value: password)
                ]
            )
        }
        let columns = [
            Table.Column("ID"),
            Table.Column("EMAIL"),
            Table.Column(Localized("ИМЯ", "NAME"), isFlexible: true),
            Table.Column(Localized("РОЛЬ", "ROLE")),
            Table.Column(Localized("ПРАВА СВЕРХ РОЛИ", "GRANTS"), isFlexible: true),
            Table.Column(Localized("МОЖЕТ ВОЙТИ", "ACTIVE")),
            Table.Column(Localized("ВХОДИЛ", "LAST SIGN-IN")),
        ]
        let rows = items.map { item in
            [
                item["id"]?.string ?? "", item["email"]?.string ?? "", item["name"]?.string ?? "",
                item["role"]?.string ?? "", (item["grants"]?.strings ?? []).joined(separator: ", "),
                text(item["is_active"]?.bool == true ? Localized("да", "yes") : Localized("нет", "no")),
                clock.text(item["last_sign_in_at"]),
            ]
        }
        return Table(columns, rows: rows)
    }
}
