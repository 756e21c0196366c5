import Apps
import ArgumentParser
import Core

/// The points of the users of the mall's app.
struct Points: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Журнал баллов: посмотреть, дать, снять, проверить.",
            "The ledger of loyalty points: look, give, take, verify."
        ).here,
        discussion: Localized(
            """
            Примеры:
              vitrina points list --cause correction --from 2026-11-01
              vitrina points give 5748 100 --reason 'Не сработал сканер'
              vitrina points verify

            Человека называют по id или по последним цифрам телефона, если больше ни у кого таких нет.
            """,
            """
            Examples:
              vitrina points list --cause correction --from 2026-11-01
              vitrina points give 5748 100 --reason 'The scanner did not work'
              vitrina points verify

            A person is named by id, or by the last digits of the phone where they are of nobody else.
            """
        ).here,
        subcommands: [List.self, Give.self, Take.self, Verify.self, Export.self]
    )

    static let path = ["mall", "points"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список строк журнала баллов, новые сверху.",
                "List the lines of the ledger, newest first."
            ).here
        )

        @OptionGroup var filter: PointsFilter
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = try filter.query(session)
                try await session.answerPage(Points.path, page, query, table: session.pointsTable)
            }
        }
    }

    struct Give: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Дать человеку баллы.", "Give points to a person.").here
        )

        @OptionGroup var correction: Correction
        @OptionGroup var options: Options

        func run() async throws { try await correction.make(1, options) }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Снять у человека баллы; ниже нуля нельзя.",
                "Take points from a person; refused below zero."
            ).here
        )

        @OptionGroup var correction: Correction
        @OptionGroup var options: Options

        func run() async throws { try await correction.make(-1, options) }
    }

    struct Correction: ParsableArguments {
        @OptionGroup var person: PersonArgument
        @Argument(help: ArgumentHelp("Сколько баллов.", "How many points.")) var points: Int64
        @Option(help: ArgumentHelp("Зачем; останется в журнале.", "Why; kept in the ledger.")) var reason:
            String

        func validate() throws {
            guard 1...Limits.pointsCorrectionMax ~= points else {
                throw ValidationError(
                    Localized(
                        "Укажите от 1 до \(Limits.pointsCorrectionMax) баллов.",
                        "Give from 1 to \(Limits.pointsCorrectionMax) points."
                    ).here
                )
            }
        }

        func make(_ sign: Int64, _ options: Options) async throws {
            try await options.run { session in
                let id = try await person.id(session)
                let call = APICall(
                    .post,
                    ["mall", "users", id, "points"],
                    json: ["change": .integer(sign * points), "reason": .string(reason)]
                )
                let line = try await session.api.send(call)
                session.answer(line) { session.pointsTable([line]) }
                let balance = line["balance"]?.integer ?? 0
                session.note(Localized("На счёте \(balance).", "The balance is \(balance)."))
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Проверить, что каждый баланс — сумма своих строк; код 65, если это не так.",
                "Check that every balance is the sum of its entries; exit code 65 where one is not."
            ).here
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let answer = try await session.api.get(Points.path + ["verify"])
                let faults = answer["faults"]?.array ?? []
                session.answer(answer, ids: faults.compactMap { $0["account_id"]?.string }) {
                    session.table(ofBooks: answer)
                }
                guard answer["is_sound"] != true else {
                    return session.note(Localized("Всё сходится.", "The books balance."))
                }
                throw Failure(
                    .data,
                    "unsound",
                    Localized(
                        "Не сходится счетов: \(faults.count).",
                        "Accounts that do not balance: \(faults.count)."
                    )
                )
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Записать журнал таблицей (CSV); попадает в журнал действий.",
                "Write the ledger as a table (CSV); this is audited."
            ).here
        )

        @OptionGroup var filter: PointsFilter
        @OptionGroup var file: TableFile
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query = try filter.query(session)
                try await file.fetch(Points.path + ["export"], query, session)
            }
        }
    }
}

/// The filter of the ledger for a command.
struct PointsFilter: ParsableArguments {
    static let causes = [
        "registration", "survey", "referral_activation", "referral_activated", "buy_offer", "buy_event",
        "refund", "correction", "expiry",
    ]

    @Option(
        help: ArgumentHelp(
            "Только за это: \(causes.joined(separator: ", ")).",
            "Only for this: \(causes.joined(separator: ", ")).",
            valueName: "cause"
        ),
        completion: .list(causes)
    )
    var cause: String?
    @Option(
        help: ArgumentHelp("Только plus или minus.", "Only plus or minus.", valueName: "sign"),
        completion: .list(["plus", "minus"])
    )
    var sign: String?
    @OptionGroup var person: PersonFilter
    @Option(
        help: ArgumentHelp(
            "Только за эту акцию или мероприятие.",
            "Only for this offer or event.",
            valueName: "id"
        )
    ) var subject: String?
    @OptionGroup var times: TimeOptions

    func query(_ session: Session) throws -> [(name: String, value: String)] {
        [("cause", cause), ("sign", sign), ("subject", subject)].given + person.query
            + (try times.query(session))
    }
}

extension Session {
    fileprivate func pointsTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("ЗА ЧТО", "CAUSE")),
            Table.Column(Localized("ЧТО", "SUBJECT"), isFlexible: true),
            Table.Column(Localized("БАЛЛЫ", "POINTS"), isNumber: true),
            Table.Column(Localized("СТАЛО", "BALANCE"), isNumber: true),
            Table.Column(Localized("КЕМ", "BY")),
            Table.Column(Localized("ПРИЧИНА", "NOTE"), isReason: true),
        ]
        let rows = items.map { line in
            [
                clock.text(line["created_at"]), line["user"].person, line["cause"]?.string ?? "",
                line["subject"]?["title"]?.string ?? "", line["change"].signed, line["balance"].number,
                line["by"]?.string ?? "", line["note"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func table(ofBooks answer: JSON) -> Table {
        let faults = answer["faults"]?.array ?? []
        guard faults.isEmpty else {
            let columns = [
                Table.Column(Localized("СЧЁТ", "ACCOUNT")),
                Table.Column(Localized("БАЛАНС", "BALANCE"), isNumber: true),
                Table.Column(Localized("СУММА", "SUM"), isNumber: true),
                Table.Column(Localized("ПОСЛЕДНЯЯ", "LAST"), isNumber: true),
            ]
            let rows = faults.map { fault in
                [
                    fault["account_id"]?.string ?? "", fault["balance"].number, fault["sum"].number,
                    fault["last"].number,
                ]
            }
            return Table(columns, rows: rows)
        }
        let sides = (answer["programme"]?.object ?? [:]).sorted { $0.key < $1.key }
        let lines = [
            ("accounts", answer["accounts"].number), ("entries", answer["entries"].number),
            ("balance", answer["balance"].number),
        ]
        let columns = [Table.Column(""), Table.Column("", isNumber: true)]
        let rows = lines.map { [$0.0, $0.1] } + sides.map { [$0.key, Optional($0.value).number] }
        return Table(columns, hasHeader: false, rows: rows)
    }
}
