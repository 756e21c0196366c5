import Apps
import ArgumentParser
import Core
import Web

/// The commands of the ledger of loyalty points besides those of its list.
enum Points {
    static let path = PointsEntries.resource.address

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
                session.answer(line) {
                    ResourceTable(resource: PointsEntries.resource, session: session).list([line])
                }
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
}

extension Session {
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
