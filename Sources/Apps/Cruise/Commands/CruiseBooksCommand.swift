import Apps
import ArgumentParser
import Core
import Web

/// Runs `vitrina cruise books`.
struct CruiseBooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "books",
        "Сверить книги с заказами и оплатами; код 65, если что-то не сходится.",
        "Check the books against orders and payments; exit code 65 where something does not agree."
    )

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let answer = try await session.api.get(["cruise", "books"])
            let books = try Books(json: answer)
            session.answer(answer, ids: books.faults.map(\.subject)) { session.table(of: books) }
            guard !books.isSound else { return session.note(Localized("Всё сходится.", "The books agree.")) }
            throw Failure(
                .data,
                "unsound",
                Localized(
                    "Расхождений: \(books.faults.count).",
                    "Differences: \(books.faults.count)."
                )
            )
        }
    }
}

extension Session {
    fileprivate func table(of books: Books) -> Table {
        guard books.isSound else {
            let columns = [
                Table.Column(Localized("ПРАВИЛО", "RULE")), Table.Column(Localized("ГДЕ", "SUBJECT")),
                Table.Column(Localized("ЕСТЬ", "FOUND"), isNumber: true),
                Table.Column(Localized("ДОЛЖНО БЫТЬ", "EXPECTED"), isNumber: true),
            ]
            let rows = books.faults.map { fault in
                [
                    fault.rule.rawValue, fault.subject, CruiseMoney.text(fault.found).here,
                    CruiseMoney.text(fault.expected).here,
                ]
            }
            return Table(columns, rows: rows)
        }
        let counts = [
            (Localized("заказов", "orders"), books.orders), (Localized("оплат", "payments"), books.payments),
            (Localized("строк", "lines"), books.lines),
        ].map { [$0.0.here, String($0.1)] }
        let sums = LedgerAccount.allCases.map {
            [$0.title.here, CruiseMoney.text(books.accounts[$0] ?? 0).here]
        }
        return Table(
            [Table.Column(""), Table.Column("", isNumber: true)],
            hasHeader: false,
            rows: counts + sums
        )
    }
}
