import ArgumentParser
import Core

/// Keys with which programs speak to the admin API.
struct Tokens: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized("Ключи, с которыми входят программы.", "Keys with which programs come in.").here,
        subcommands: [List.self, Create.self, Revoke.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список токенов.", "List the tokens.").here
        )

        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try await session.answerWhole(["tokens"], table: session.tokenTable)
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Создать токен; он показывается один раз.",
                "Create a token; it is shown this once."
            ).here
        )

        @Option(help: ArgumentHelp("Для чего он.", "What it is for.")) var name: String
        @Option(
            help: ArgumentHelp("owner, editor или viewer.", "owner, editor or viewer."),
            completion: .list(Candidates.roles)
        ) var role: String
        @OptionGroup var grants: GrantOptions
        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "Чей он: id или почта (ваш).",
                "Whose it is, by id or e-mail (yours).",
                valueName: "who"
            )
        )
        var owner: String?
        @Option(
            name: .customLong("expires-in-days"),
            help: ArgumentHelp(
                "Когда закончится (через год).",
                "When it ends (in a year).",
                valueName: "days"
            )
        )
        var days: Int64?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = ["name": .string(name), "role": .string(role)]
                body["grants"] = grants.json
                body["expires_in_days"] = days.map { .integer($0) }
                if let owner { body["staff_id"] = .string(try await session.staffID(owner)) }
                let call = APICall(.post, ["tokens"], json: .object(body)).unseen
                let token = try await session.api.send(call)
                session.answer(token) { session.tokenTable([token]) }
                session.note(
                    Localized(
                        "Токен показан один раз, сохраните его.",
                        "The token is shown this once; keep it."
                    )
                )
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Сразу отозвать токен.", "End a token at once.").here
        )

        @Argument(
            help: ArgumentHelp("Id токена.", "The id of the token."),
            completion: .custom(Candidates.tokens)
        ) var id: String
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await session.api.whole(id, in: ["tokens"])
                let items = try await session.api.all(["tokens"], pageSize: nil)
                guard let token = items.first(where: { $0["id"]?.string == id.lowercased() }) else {
                    throw Failure(
                        .notFound,
                        Problem.Kind.notFound.rawValue,
                        Localized("Нет токена \(id).", "There is no token \(id).")
                    )
                }
                let name = token["name"]?.string ?? ""
                try session.terminal.confirm(
                    Localized(
                        "Токен «\(name)» перестанет действовать сразу.",
                        "The token “\(name)” stops working at once."
                    ),
                    isAgreed: yes
                )
                _ = try await session.api.send(APICall(.delete, ["tokens", id]).unseen)
                session.answer(["id": .string(id)]) { .empty }
                session.note(Localized("Токен «\(name)» отозван.", "The token “\(name)” is revoked."))
            }
        }
    }
}

extension Session {
    fileprivate func tokenTable(_ items: [JSON]) -> Table {
        if let created = items.first, let token = created["token"]?.string {
            let names = ["id", "name", "role"]
            return Table(
                secret: names.map { ($0, created[$0]?.string ?? "") }
                    + [
                        (name: "until", value: clock.text(created["expires_at"])),
                        (name: "token", value: token),
                    ]
            )
        }
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "NAME"), isFlexible: true),
            Table.Column(Localized("НАЧАЛО", "PREFIX")),
            Table.Column(Localized("РОЛЬ", "ROLE")),
            Table.Column(Localized("ПРАВА СВЕРХ РОЛИ", "GRANTS"), isFlexible: true),
            Table.Column(Localized("ДО", "UNTIL")),
            Table.Column(Localized("ИСПОЛЬЗОВАН", "LAST USED")),
            Table.Column(Localized("ОТОЗВАН", "REVOKED")),
        ]
        let rows = items.map { item in
            [
                item["id"]?.string ?? "", item["name"]?.string ?? "", item["prefix"]?.string ?? "",
                item["role"]?.string ?? "", (item["grants"]?.strings ?? []).joined(separator: ", "),
                clock.text(item["expires_at"]),
                clock.text(item["last_used_at"]),
                clock.text(item["revoked_at"]),
            ]
        }
        return Table(columns, rows: rows)
    }
}
