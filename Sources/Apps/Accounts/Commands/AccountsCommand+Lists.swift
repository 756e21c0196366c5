import ArgumentParser
import Core
import Web

extension AccountsCommand {
    struct Messages: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список отправленного: СМС, письма и уведомления, новые сверху.",
                "List what was sent: SMS, mails and notifications, newest first."
            ).here
        )

        @Option(
            help: ArgumentHelp("sms, mail или push.", "sms, mail or push."),
            completion: .list(["sms", "mail", "push"])
        ) var kind = "mail"
        @Option(help: ArgumentHelp("waiting, sent, failed или kept.", "waiting, sent, failed or kept."))
        var state: String?
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = [("kind", kind), ("state", state)].given
                let table = ResourceTable(resource: OutboxMessages.resource, session: session)
                try await session.answerPage(["outbox"], page, query, table: table.list)
            }
        }
    }

    struct Events: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список событий с людьми, новые сверху.",
                "List what has happened to people, newest first."
            ).here,
            discussion: Localized(
                "С --watch новые появляются сами.",
                "With --watch new ones appear by themselves."
            ).here
        )

        @Option(
            help: ArgumentHelp(
                "Что это было: регистрация, вход, восстановление, …",
                "What it was: registration, sign-in, restore, …",
                valueName: "kind"
            ),
            completion: .list(Events.kinds)
        )
        var kind: String?
        @Option(help: ArgumentHelp("Этого аккаунта.", "Of this account.", valueName: "id")) var user: String?
        @Option(help: ArgumentHelp("Этого клиента.", "Of this client.", valueName: "id")) var client: String?
        @OptionGroup var times: TimeOptions
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        private static let kinds = [
            "code", "registration", "sign-in", "restore", "password", "email-change", "confirm-mail",
            "confirmed", "feedback", "points", "push", "block", "edit", "freed",
        ]

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = [("kind", kind), ("user", user), ("client", client)].given
                try await session.answerPage(
                    ["accounts", "events"],
                    page,
                    query + times.query(session),
                    id: { $0["id"]?.integer.map { String($0) } },
                    table: session.eventTable
                )
            }
        }
    }
}

extension Session {
    func accountTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ЛОГИН", "LOGIN"), isFlexible: true),
            Table.Column(Localized("ТЕЛЕФОН", "PHONE")),
            Table.Column(Localized("ПОЧТА", "E-MAIL"), isFlexible: true),
            Table.Column("PUSH"),
            Table.Column(Localized("С НАМИ С", "SINCE")),
            Table.Column(Localized("ЧТО", "STATE"), isKept: true),
        ]
        let rows = items.map { account in
            [
                account.id ?? "", account["name"]?.string ?? "", account["login"]?.string ?? "",
                account["phone"]?.string ?? "", account["email"]?.string ?? "",
                account["has_push"] == true ? "+" : "", clock.text(account["created_at"]),
                state(ofAccount: account),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func state(ofAccount account: JSON) -> String {
        let states: [(Bool, Localized)] = [
            (account["is_erased"] == true, Localized("стёрт", "erased")),
            (account["is_blocked"] == true, Localized("заблокирован", "blocked")),
            (account["is_freed"] == true, Localized("номер освобождён", "freed")),
            (account["is_confirmed"] == true, Localized("почта подтверждена", "confirmed")),
            (account["email"]?.string != nil, Localized("почта не подтверждена", "not confirmed")),
        ]
        return states.first { $0.0 }.map { text($0.1) } ?? ""
    }

    func answerAccount(_ account: JSON) {
        answer(account) {
            let parts = (account["parts"]?.array ?? []).compactMap { $0["name"]?.string }
            let lines: [(Localized, String)] = [
                (Localized(same: "ID"), account.id ?? ""),
                (Localized("Клиент", "Client"), account["client_id"]?.string ?? ""),
                (Localized("Кто", "Who"), account["name"]?.string ?? ""),
                (Localized("Логин", "Login"), account["login"]?.string ?? ""),
                (Localized("Телефон", "Phone"), account["phone"]?.string ?? ""),
                (Localized("Почта", "E-mail"), account["email"]?.string ?? ""),
                (Localized(same: "Push id"), account["push_token"]?.string ?? ""),
                (Localized("Состояние", "State"), state(ofAccount: account)),
                (Localized("Почему", "Why"), account["block_reason"]?.string ?? ""),
                (Localized("С нами с", "Since"), clock.text(account["created_at"])),
                (Localized("Последний вход", "Last sign-in"), clock.text(account["signed_in_at"])),
                (Localized("Баллы", "Points"), account["balance"].number),
                (Localized("Код приглашения", "Invite code"), account["invite_code"]?.string ?? ""),
                (Localized("Партнёрские зоны", "Partner zones"), parts.joined(separator: ", ")),
            ]
            return card(lines)
        }
    }

    fileprivate func eventTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")), Table.Column(Localized("ЧТО", "KIND")),
            Table.Column(Localized("СОБЫТИЕ", "EVENT"), isFlexible: true),
            Table.Column(Localized("КТО", "WHO")),
        ]
        let rows = items.map { event in
            [
                clock.text(event["at"]), event["kind"]?.string ?? "", event["text"]?.string ?? "",
                event["user"]?["login"]?.string ?? event["client_id"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }
}
