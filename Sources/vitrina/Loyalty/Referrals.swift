import ArgumentParser
import Core

/// Who was invited by whom.
struct Referrals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Кто кого пригласил: посмотреть, одобрить, отклонить.",
            "Who was invited by whom: look, approve, reject."
        ).here,
        subcommands: [List.self, Inviters.self, Approve.self, Reject.self]
    )

    static let path = ["mall", "referrals"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список приглашений, новые сверху.", "List invitations, newest first.").here
        )

        @Option(
            help: ArgumentHelp(
                "Только paid, held (на проверке) или rejected.",
                "Only paid, held (to review) or rejected.",
                valueName: "state"
            ),
            completion: .list(["paid", "held", "rejected"])
        )
        var state: String?
        @Option(help: ArgumentHelp("Только этого человека.", "Only by this person.", valueName: "id"))
        var inviter: String?
        @OptionGroup var person: PersonFilter
        @OptionGroup var page: PageOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query = [("state", state), ("inviter", inviter)].given + person.query
                try await session.answerPage(Referrals.path, page, query, table: session.referralTable)
            }
        }
    }

    struct Inviters: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список тех, кто пригласил больше всех.",
                "List those who have invited the most."
            ).here
        )

        @OptionGroup var page: PageOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await session.answerPage(Referrals.path + ["inviters"], page, table: session.inviterTable)
            }
        }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Выплатить пригласившему за задержанное приглашение.",
                "Pay the inviter of a person whose invitation was held back."
            ).here
        )

        @Argument(help: ArgumentHelp("Id приглашённого.", "The id of the invited person.")) var id: String
        @OptionGroup var options: Options

        func run() async throws { try await Referrals.decide("approve", id, options) }
    }

    struct Reject: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Не платить пригласившему.", "Do not pay the inviter of a person.").here
        )

        @Argument(help: ArgumentHelp("Id приглашённого.", "The id of the invited person.")) var id: String
        @OptionGroup var options: Options

        func run() async throws { try await Referrals.decide("reject", id, options) }
    }

    private static func decide(_ verb: String, _ id: String, _ options: Options) async throws {
        try await options.run { session in
            let line = try await session.api.send(APICall(.post, path + [id, verb]))
            session.answer(line) { session.referralTable([line]) }
            session.note(Localized("Решение записано.", "The decision is kept."))
        }
    }
}

extension Session {
    fileprivate func referralTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО ПРИШЁЛ", "WHO"), isFlexible: true),
            Table.Column(Localized("ПО ЧЬЕМУ КОДУ", "INVITER"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("БАЛЛЫ", "POINTS"), isNumber: true),
            Table.Column(Localized("ПРИГЛАСИВШЕМУ", "INVITER'S"), isNumber: true),
        ]
        let rows = items.map { line in
            [
                line["id"]?.string ?? "", clock.text(line["at"]), line["user"].person,
                line["inviter"].person, line["state"]?.string ?? "", line["points"].signed,
                line["inviter_points"].signed,
            ]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func inviterTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ПРИГЛАСИЛ", "INVITED"), isNumber: true),
            Table.Column(Localized("НА ПРОВЕРКЕ", "HELD"), isNumber: true),
            Table.Column(Localized("БАЛЛЫ", "POINTS"), isNumber: true),
            Table.Column(Localized("ПОСЛЕДНИЙ РАЗ", "LAST")),
        ]
        let rows = items.map { line in
            [
                line["id"]?.string ?? "", line["user"].person, line["count"].number,
                line["held"].number, line["points"].number, clock.text(line["last_at"]),
            ]
        }
        return Table(columns, rows: rows)
    }
}
