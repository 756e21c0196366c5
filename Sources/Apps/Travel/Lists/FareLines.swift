import Core
import Storage
import Web

extension Connection {
    /// A refusal to remove a place that prices name; nil if none does.
    func fares(of code: String) throws -> Localized? {
        let count = try count("timetable_fares", "origin = \(code) OR destination = \(code)")
        return count == 0
            ? nil
            : Localized(
                "У места есть цены: \(count). Сначала удалите их.",
                "There are prices of the place: \(count). Remove them first."
            )
    }
}

/// A price as a row has it.
struct FareRow: Sendable {
    var thread: Int64?
    var origin: String?
    var destination: String?
    var title: String?
    var currency = "RUB"
    /// In hundredths.
    var amount: Int64 = 0
}

/// The prices of threads, and of every thread between two places (T38, T90).
package enum FareLines: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "fares",
        title: Localized("Цены", "Fares"),
        one: Localized("Цена", "Fare"),
        about: Localized("Цены билетов", "Prices of tickets"),
        path: "/travel/fares",
        section: .app,
        source: ResourceSource(
            "timetable_fares a LEFT JOIN timetable_threads t ON t.id = a.thread",
            key: "a.id",
            .number
        ),
        columns: [
            ResourceColumn(
                "what",
                .text,
                Localized("За что", "For what"),
                """
                CASE WHEN a.origin IS NULL THEN coalesce(t.number, '') || ' ' || coalesce(t.title, '')
                    ELSE a.origin || ' — ' || a.destination END
                """,
                place: .main
            ),
            ResourceColumn("title", .text, Localized("Класс", "Class"), "a.title"),
            ResourceColumn("amount", .object(rubles), Localized("Цена", "Price"), "CAST(a.amount AS TEXT)"),
            ResourceColumn("currency", .text, Localized("Валюта", "Currency"), "a.currency"),
            ResourceColumn("origin", .text, Localized("Откуда", "From"), "a.origin", place: .page),
            ResourceColumn("destination", .text, Localized("Куда", "To"), "a.destination", place: .page),
            ResourceColumn(
                "thread",
                .number,
                Localized("Номер строки рейса", "ID of the thread"),
                "a.thread",
                place: .page
            ),
            ResourceColumn("id", .number, Localized("Номер", "ID"), "a.id", place: .answer),
            .updated("a"),
        ],
        actions: editor.actions,
        isExported: true,
        empty: Areas.empty
    )

    /// `3520.40` of hundredths.
    private static let rubles = ResourceObject.text { text, _, _ in
        Int64(text).map { "\($0 / 100).\($0 % 100 < 10 ? "0" : "")\($0 % 100)" }
    }

    private static let editor = TimetableEditor<FareRow>(
        table: TimetableTables.fares,
        subject: "fare",
        one: Localized("Цена", "Fare"),
        fields: [
            place("origin", Localized("Откуда", "From"), \.origin),
            place("destination", Localized("Куда", "To"), \.destination),
            .reference("thread", Localized("Номер строки рейса", "ID of the thread"), to: "timetable_threads")
            {
                $0.thread = $1
            },
            TimetableField(
                "title",
                Localized("Класс", "Class"),
                hint: Localized("например, купе", "for example sleeper"),
                \.title
            ),
            amount,
            TimetableField("currency", Localized("Валюта", "Currency"), .text(lengthMax: 3), initial: "RUB") {
                row,
                value,
                _ in
                let currency = (value.string ?? "").uppercased()
                guard currency.count == 3, currency.allSatisfy({ $0.isASCII && $0.isLetter }) else {
                    throw TimetableField<FareRow>.fault(
                        "currency",
                        "три буквы: RUB",
                        "must be three letters: RUB"
                    )
                }
                row.currency = currency
            },
        ],
        blank: { _ in FareRow() },
        read: { row in
            FareRow(
                thread: try row.get("thread"),
                origin: try row.get("origin"),
                destination: try row.get("destination"),
                title: try row.get("title"),
                currency: try row.get("currency"),
                amount: try row.get("amount")
            )
        },
        check: { row, _ in
            guard (row.origin == nil) == (row.destination == nil), row.thread != nil || row.origin != nil
            else {
                throw TimetableField<FareRow>.fault(
                    "origin",
                    "нужны откуда и куда, или рейс",
                    "needs both ends, or a thread"
                )
            }
        },
        use: { _, _ in nil }
    )

    private static func place(
        _ name: String,
        _ title: Localized,
        _ path: any WritableKeyPath<FareRow, String?> & Sendable
    ) -> TimetableField<FareRow> {
        TimetableField(
            name,
            title,
            .text(lengthMax: 20),
            hint: Localized("код: c213 или s9613061", "a code: c213 or s9613061")
        ) { row, value, connection in
            let code = (value.string ?? "").trimmingSpaces
            guard !code.isEmpty else {
                row[keyPath: path] = nil
                return
            }
            let table = code.hasPrefix("c") ? "timetable_settlements" : "timetable_stations"
            guard ["c", "s"].contains(code.first), let number = Int64(code.dropFirst()),
                try connection.count(table, "code = \(number)") == 1
            else {
                throw TimetableField<FareRow>.fault(name, "нет места с этим кодом", "is no code of a place")
            }
            row[keyPath: path] = code
        }
    }

    private static let amount = TimetableField<FareRow>(
        "amount",
        Localized("Цена", "Price"),
        .text(lengthMax: 12),
        isRequired: true,
        hint: Localized("например, 3520.40", "for example 3520.40")
    ) { row, value, _ in
        let parts = (value.string ?? "").replacing(",", with: ".").split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        guard 1...2 ~= parts.count, let whole = Int64(parts[0]), 0...10_000_000 ~= whole,
            parts.count == 1 || parts[1].count == 2, let cents = parts.count == 2 ? Int64(parts[1]) : 0,
            0...99 ~= cents
        else {
            throw TimetableField<FareRow>.fault("amount", "нужна цена: 3520.40", "must be a price: 3520.40")
        }
        row.amount = whole * 100 + cents
    }
}
