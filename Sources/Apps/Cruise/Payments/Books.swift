import Core
import HTTPTypes
import Storage
import Web

/// The result of the check of the books: every posting adds up to zero, and agrees with its order and payments.
package struct Books: Sendable, Hashable {
    package static let faultsMax = 100

    package let orders, payments, lines: Int64
    /// Kopecks by account; they add up to zero.
    package let accounts: [LedgerAccount: Int64]
    /// At most `faultsMax`.
    package let faults: [BookFault]

    package var isSound: Bool { faults.isEmpty }

    var json: JSON {
        [
            "orders": .integer(orders), "payments": .integer(payments), "lines": .integer(lines),
            "accounts": .object(
                Dictionary(
                    uniqueKeysWithValues: LedgerAccount.allCases.map {
                        ($0.rawValue, .integer(accounts[$0] ?? 0))
                    }
                )
            ),
            "faults": .array(faults.map(\.json)), "is_sound": .bool(isSound),
        ]
    }
}

/// A wrong sum in the books.
package struct BookFault: Sendable, Hashable {
    package enum Rule: String, Sendable, CaseIterable {
        /// The lines of a posting add up to zero.
        case posting
        /// The customer owes the total of an order less the payments.
        case customer
        /// The bank has the payments less the refunds.
        case bank
        /// No more than a payment is given back of it.
        case refund
    }

    package let rule: Rule
    /// The order, the posting or the payment.
    package let subject: String
    package let found, expected: Int64

    var json: JSON {
        [
            "rule": .string(rule.rawValue), "subject": .string(subject), "found": .integer(found),
            "expected": .integer(expected),
        ]
    }
}

extension Books {
    /// Adds everything up, on one snapshot of the database, which may be some seconds old.
    static func check(_ database: any Database) async throws -> Books {
        try await Lane.heavy.run(mayLag: true) { try await database.read { try $0.books() } }
    }
}

extension Connection {
    fileprivate func books() throws -> Books {
        let row = try rows(
            """
            SELECT (SELECT count(DISTINCT order_id) FROM cruise_payments) AS orders,
                (SELECT count(*) FROM cruise_payments) AS payments, (SELECT count(*) FROM cruise_ledger) AS lines
            """
        ).first
        guard let row else { throw StorageError.other("the books have not answered") }
        var accounts: [LedgerAccount: Int64] = [:]
        let sums = try rows(
            "SELECT account, CAST(sum(kopecks) AS bigint) AS sum FROM cruise_ledger GROUP BY account"
        )
        for row in sums {
            if let account = LedgerAccount(rawValue: try row.get("account")) {
                accounts[account] = try row.get("sum")
            }
        }
        return Books(
            orders: try row.get("orders"),
            payments: try row.get("payments"),
            lines: try row.get("lines"),
            accounts: accounts,
            faults: try BookFault.Rule.allCases.flatMap { try faults(of: $0) }.prefix(Books.faultsMax).map {
                $0
            }
        )
    }

    private func faults(of rule: BookFault.Rule) throws -> [BookFault] {
        try rows("\(rule.query) LIMIT \(Books.faultsMax)").map { row in
            BookFault(
                rule: rule,
                subject: try row.get("subject"),
                found: try row.get("found"),
                expected: try row.get("expected")
            )
        }
    }
}

extension BookFault.Rule {
    /// The rows that break the rule.
    fileprivate var query: SQL {
        switch self {
        case .posting:
            """
            SELECT posting AS subject, CAST(sum(kopecks) AS bigint) AS found, 0 AS expected
            FROM cruise_ledger GROUP BY posting HAVING sum(kopecks) <> 0 ORDER BY posting
            """
        case .customer:
            """
            SELECT * FROM (
                SELECT CAST(o.id AS TEXT) AS subject, CAST(coalesce((SELECT sum(l.kopecks) FROM cruise_ledger l
                        WHERE l.order_id = o.id AND l.account = 'customer'), 0) AS bigint) AS found,
                    CASE WHEN o.status = 'no_cabins' OR coalesce(o.close_reason, 'completed') <> 'completed'
                        OR NOT EXISTS (SELECT 1 FROM cruise_ledger l WHERE l.order_id = o.id AND l.kind = 'sale')
                        THEN 0 ELSE o.total END - \(CruiseMoney.paidColumn) AS expected
                FROM cruise_orders o
            ) s WHERE found <> expected ORDER BY subject
            """
        case .bank:
            """
            SELECT * FROM (
                SELECT p.id AS subject, CAST(coalesce((SELECT sum(l.kopecks) FROM cruise_ledger l
                        WHERE l.posting = 'payment:' || p.id AND l.account = 'bank'), 0) AS bigint) AS found,
                    p.kopecks AS expected
                FROM cruise_payments p
            ) s WHERE found <> expected ORDER BY subject
            """
        case .refund:
            """
            SELECT * FROM (
                SELECT p.id AS subject, CAST((SELECT coalesce(sum(r.kopecks), 0) FROM cruise_refunds r
                        WHERE r.payment_id = p.id AND r.state IN ('asked', 'due', 'done')) AS bigint) AS found,
                    p.kopecks AS expected
                FROM cruise_payments p WHERE p.kopecks > 0
            ) s WHERE found > expected ORDER BY subject
            """
        }
    }
}

extension Books: JSONReadable {
    package init(json: JSON) throws(Fault) {
        orders = try json.get("orders")
        payments = try json.get("payments")
        lines = try json.get("lines")
        let sums = try json.get("accounts", as: [String: Int64].self)
        accounts = Dictionary(
            sums.compactMap { name, sum in LedgerAccount(rawValue: name).map { ($0, sum) } }
        ) {
            first,
            _ in first
        }
        faults = try json.get("faults")
    }
}

extension BookFault: JSONReadable {
    package init(json: JSON) throws(Fault) {
        let name: String = try json.get("rule")
        guard let rule = Rule(rawValue: name) else {
            throw Fault("#/rule", "неизвестное правило", "is not a known rule")
        }
        self.rule = rule
        subject = try json.get("subject")
        found = try json.get("found")
        expected = try json.get("expected")
    }
}

/// The check of the books in the admin API.
enum PaymentBookRoutes: RouteList {
    static let tag = "Cruises"

    static let routes = [
        Route(
            .get,
            "cruise/books",
            "cruise_books",
            "Whether the books agree with the orders and their payments.",
            needs: [.readPeople],
            answer: .json("The sums, in kopecks.", answer)
        ) { call in .json(try await Books.check(call.services.database).json) }
    ]

    private static let answer = Schema.object([
        "orders": Schema.integer, "payments": Schema.integer, "lines": Schema.integer,
        "accounts": Schema.object(
            Dictionary(uniqueKeysWithValues: LedgerAccount.allCases.map { ($0.rawValue, Schema.integer) })
        ),
        "faults": Schema.list(
            of: Schema.object([
                "rule": [
                    "type": "string", "enum": .array(BookFault.Rule.allCases.map { .string($0.rawValue) }),
                ],
                "subject": Schema.text, "found": Schema.integer, "expected": Schema.integer,
            ])
        ),
        "is_sound": ["type": "boolean"],
    ])
}
