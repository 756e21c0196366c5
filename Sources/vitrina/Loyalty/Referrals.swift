import ArgumentParser
import Core

/// Who was invited by whom.
struct Referrals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Who was invited by whom: look, approve, reject.",
        subcommands: [List.self, Inviters.self, Approve.self, Reject.self]
    )

    static let path = ["mall", "referrals"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List invitations, newest first.")

        @Option(
            help: ArgumentHelp("Only paid, held (to review) or rejected.", valueName: "state"),
            completion: .list(["paid", "held", "rejected"])
        )
        var state: String?
        @Option(help: ArgumentHelp("Only by this person.", valueName: "id")) var inviter: String?
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
        static let configuration = CommandConfiguration(abstract: "List those who have invited the most.")

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
            abstract: "Pay the inviter of a person whose invitation was held back."
        )

        @Argument(help: "The id of the invited person.") var id: String
        @OptionGroup var options: Options

        func run() async throws { try await Referrals.decide("approve", id, options) }
    }

    struct Reject: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Do not pay the inviter of a person.")

        @Argument(help: "The id of the invited person.") var id: String
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
            Table.Column(text(Localized("КОГДА", "AT"))),
            Table.Column(text(Localized("КТО ПРИШЁЛ", "WHO")), isFlexible: true),
            Table.Column(text(Localized("ПО ЧЬЕМУ КОДУ", "INVITER")), isFlexible: true),
            Table.Column(text(Localized("СОСТОЯНИЕ", "STATE"))),
            Table.Column(text(Localized("БАЛЛЫ", "POINTS")), isNumber: true),
            Table.Column(text(Localized("ПРИГЛАСИВШЕМУ", "INVITER'S")), isNumber: true),
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
            Table.Column(text(Localized("КТО", "WHO")), isFlexible: true),
            Table.Column(text(Localized("ПРИГЛАСИЛ", "INVITED")), isNumber: true),
            Table.Column(text(Localized("НА ПРОВЕРКЕ", "HELD")), isNumber: true),
            Table.Column(text(Localized("БАЛЛЫ", "POINTS")), isNumber: true),
            Table.Column(text(Localized("ПОСЛЕДНИЙ РАЗ", "LAST"))),
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
