import Core
import HTTPTypes
import Storage
import TestSupport
import Web

@testable import Apps

extension HostileWorld {
    /// An order and a promo code with a script in every text; answers their ids by the lists.
    func writeOrders() async throws -> [String: String] {
        let promo = try await send(
            .post,
            "/cruise/promos",
            ["code": "HOSTILE", "percent": 10, "note": .string(Self.text("promo"))]
        ).id
        let (now, random) = (vitrina.clock.now, vitrina.services.random)
        let ids = (0..<4).map { _ in Identifier.new(at: now, random: random) }
        let texts = ["cruise", "ship", "cabin", "deck", "class", "passenger", "discount", "history"].map {
            Self.text("order.\($0)")
        }
        let snapshot: JSON = [
            "id": .string(ids[1]), "title": .string(texts[0]), "ship": ["name": .string(texts[1])],
        ]
        try await vitrina.database.write { connection in
            try connection.execute(
                """
                INSERT INTO cruise_orders (id, user_id, cruise_id, cruise, kind, starts_at, ends_at, status, variant,
                    pay_percent, discount_percent, port_fee, vat_percent, cabins_sum, discount_sum, tax_sum, total,
                    content_digest, block_until, created_at, updated_at)
                VALUES (\(ids[0]), (SELECT id FROM cruise_users ORDER BY id LIMIT 1), \(ids[1]),
                    \(snapshot.text), 'river', \(now), \(now), 'new', 'full', 100, 10, 100, 20, 1000, 100, 100, 1000,
                    \(SHA256.digest([1])), \(now), \(now), \(now))
                """
            )
            try connection.execute(
                """
                INSERT INTO cruise_order_cabins (id, order_id, cruise_id, cabin_id, position, number, deck, class_id,
                    class, places, price, seats)
                VALUES (\(ids[2]), \(ids[0]), \(ids[1]), \(ids[1]), 0, \(texts[2]), \(texts[3]), \(ids[1]), \(texts[4]),
                    1, 1000, 1)
                """
            )
            try connection.insertPassenger(
                ids[3],
                PersonalData(surname: texts[5], documentNumber: texts[5], issuer: texts[5]),
                at: 0,
                in: (ids[0], ids[2]),
                at: now
            )
            try connection.write(
                [
                    DiscountLine(
                        kind: .discount,
                        title: texts[6],
                        percent: 10,
                        amount: nil,
                        promoID: nil,
                        kopecks: 100
                    )
                ],
                [TaxLine(kind: .vat, percent: 20, kopecks: 167)],
                of: ids[0]
            )
            try connection.execute(
                """
                INSERT INTO cruise_order_history (order_id, before, status, reason, note, author, at)
                VALUES (\(ids[0]), NULL, 'new', NULL, \(texts[7]), \(texts[7]), \(now))
                """
            )
            let payment = OrderPayment(id: texts[7], kopecks: 10, provider: texts[7], madeAt: now)
            guard let order = try connection.lockedOrder(ids[0]) else { return }
            _ = try connection.post(payment, of: order)
            try connection.addRefund(
                5,
                of: payment,
                order,
                texts[7],
                by: .server,
                needsApproval: true,
                at: now
            )
        }
        return ["orders": ids[0], "promos": promo].merging(try await moneyIDs()) { first, _ in first }
    }

    private func moneyIDs() async throws -> [String: String] {
        try await vitrina.database.read { connection in
            func id(_ query: SQL) throws -> String { try connection.rows(query).first?.get("id") ?? "" }
            return [
                "refunds": try id("SELECT CAST(id AS TEXT) AS id FROM cruise_refunds"),
                "payments": try id(
                    "SELECT CAST(number AS TEXT) AS id FROM cruise_ledger WHERE account = 'bank'"
                ),
            ]
        }
    }

    /// A campaign of each app with a script in every text; answers their ids.
    func writeCampaigns() async throws -> [String: String] {
        var ids: [String: String] = [:]
        for app in ["cruise", "mall"] {
            let link = app == "cruise" ? "url" : "target_id"
            let reply = try await send(
                .post,
                "/\(app)/campaigns",
                [
                    "title": .string(Self.text("title")), "text": .string(Self.text("text")),
                    link: .string(Self.text("l")),
                ]
            )
            ids["\(app)/campaigns"] = reply.id
        }
        return ids
    }
}
