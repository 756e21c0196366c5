import Apps
import ArgumentParser
import Core
import Web

extension AccountsCommand {
    struct Messages: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список отправленного: СМС, письма и уведомления, новые сверху.",
            "List what was sent: SMS, mails and notifications, newest first."
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
}

extension Session {
    func accountTable(_ items: [AccountRowAnswer]) -> Table {
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
                account.id, account.name ?? "", account.login, account.phone ?? "", account.email ?? "",
                account.hasPush ? "+" : "", clock.text(account.createdAt), state(of: account),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func state(of account: AccountRowAnswer) -> String {
        let states: [(Bool, Localized)] = [
            (account.isErased, Localized("стёрт", "erased")),
            (account.isBlocked, Localized("заблокирован", "blocked")),
            (account.isFreed, Localized("номер освобождён", "freed")),
            (account.isConfirmed, Localized("почта подтверждена", "confirmed")),
            (account.email != nil, Localized("почта не подтверждена", "not confirmed")),
        ]
        return states.first { $0.0 }.map { text($0.1) } ?? ""
    }

    func answerAccount(_ json: JSON) throws {
        try answer(json) {
            let record = try AccountAnswer(json: json)
            let (account, parts) = (record.row, record.parts.map(\.name))
            let lines: [(Localized, String)] = [
                (Localized(same: "ID"), account.id),
                (Localized("Клиент", "Client"), account.clientID),
                (Localized("Кто", "Who"), account.name ?? ""),
                (Localized("Логин", "Login"), account.login),
                (Localized("Телефон", "Phone"), account.phone ?? ""),
                (Localized("Почта", "E-mail"), account.email ?? ""),
                (Localized(same: "Push id"), account.pushToken ?? ""),
                (Localized("Состояние", "State"), state(of: account)),
                (Localized("Почему", "Why"), account.blockReason ?? ""),
                (Localized("С нами с", "Since"), clock.text(account.createdAt)),
                (Localized("Последний вход", "Last sign-in"), clock.text(account.signedInAt)),
                (Localized("Баллы", "Points"), String(account.balance)),
                (Localized("Код приглашения", "Invite code"), account.inviteCode),
                (Localized("Партнёрские зоны", "Partner zones"), parts.joined(separator: ", ")),
            ]
            return card(lines)
        }
    }
}
