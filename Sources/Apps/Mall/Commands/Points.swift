import Apps
import ArgumentParser
import Core
import Web

/// The commands of the ledger of loyalty points besides those of its list.
enum Points {
    static let path = PointsEntries.resource.address

    struct Give: AsyncParsableCommand {
        static let configuration = CommandConfiguration("Дать человеку баллы.", "Give points to a person.")

        @OptionGroup var correction: Correction
        @OptionGroup var options: Options

        func run() async throws { try await correction.make(1, options) }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Снять у человека баллы; ниже нуля нельзя.",
            "Take points from a person; refused below zero."
        )

        @OptionGroup var correction: Correction
        @OptionGroup var options: Options

        func run() async throws { try await correction.make(-1, options) }
    }

    struct Correction: ParsableArguments {
        @OptionGroup var person: PersonArgument
        @Argument(help: ArgumentHelp("Сколько баллов.", "The number of points.")) var points: Int64
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
                let balance = try CorrectedPoints(json: line).balance
                session.note(Localized("На счёте \(balance).", "The balance is \(balance)."))
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Проверить, что каждый баланс — сумма своих строк; код 65, если это не так.",
            "Check that every balance is the sum of its entries; exit code 65 where one is not."
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let answer = try await session.api.get(Points.path + ["verify"])
                let books = try PointsVerification(json: answer)
                let (faults, sums) = (books.faults, books.totalFaults)
                session.answer(answer, ids: faults.map(\.accountID) + sums.map(\.day)) {
                    faults.isEmpty && !sums.isEmpty ? session.table(of: sums) : session.table(of: books)
                }
                guard !books.isSound else {
                    return session.note(Localized("Всё сходится.", "The books balance."))
                }
                throw Failure(
                    .data,
                    "unsound",
                    Localized(
                        "Не сходится: счетов \(faults.count), сумм за день \(sums.count).",
                        "Differences: accounts \(faults.count), sums of a day \(sums.count)."
                    )
                )
            }
        }
    }
}

/// The entry of a correction, as the admin API answers it.
private struct CorrectedPoints: JSONReadable {
    /// The balance after it.
    let balance: Int64

    init(json: JSON) throws(Fault) { balance = try json.get("balance") }
}

extension Session {
    fileprivate func table(of sums: [PointsTotalFault]) -> Table {
        let columns = [
            Table.Column(Localized("ДЕНЬ", "DAY")), Table.Column(Localized("ПРИЛОЖЕНИЕ", "APP")),
            Table.Column(Localized("ЗА ЧТО", "FOR")),
            Table.Column(Localized("ХРАНИТСЯ", "KEPT"), isNumber: true),
            Table.Column(Localized("СУММА", "SUM"), isNumber: true),
        ]
        let rows = sums.map { [$0.day, $0.app, $0.cause, String($0.kept), String($0.sum)] }
        return Table(columns, rows: rows)
    }

    fileprivate func table(of books: PointsVerification) -> Table {
        guard books.isSound else {
            let columns = [
                Table.Column(Localized("СЧЁТ", "ACCOUNT")),
                Table.Column(Localized("БАЛАНС", "BALANCE"), isNumber: true),
                Table.Column(Localized("СУММА", "SUM"), isNumber: true),
                Table.Column(Localized("ПОСЛЕДНЯЯ", "LAST"), isNumber: true),
            ]
            let rows = books.faults.map { fault in
                [fault.accountID] + [fault.balance, fault.sum, fault.last].map { String($0) }
            }
            return Table(columns, rows: rows)
        }
        let sides = books.programme.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
        let lines = [("accounts", books.accounts), ("entries", books.entries), ("balance", books.balance)]
        let columns = [Table.Column(""), Table.Column("", isNumber: true)]
        let rows = (lines + sides).map { [$0.0, String($0.1)] }
        return Table(columns, hasHeader: false, rows: rows)
    }
}
