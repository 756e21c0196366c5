import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Balances in the admin API, besides the list of transactions (M128, M131).
enum PointsRoutes: RouteList {
    static let tag = "Loyalty"

    static let routes = [
        Route(
            .get,
            "mall/points/verify",
            "points_verify",
            "Whether balances and the kept sums of days are those of their transactions.",
            needs: [.readContent],
            answer: .json("The sums.", verification)
        ) { call in .json(try await call.services.points.verify().json) },
        Route(
            .get,
            "mall/points/accounts",
            "points_accounts",
            "At most \(PointsAccount.foundMax) accounts by the last digits of a phone.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "phone",
                    .text(lengthMax: 40),
                    "2 to 15 digits; without people.read the last 2, or the whole number.",
                    isRequired: true
                )
            ],
            answer: .page(of: account)
        ) { call in
            let found = try await PointsAccount.found(call.text("phone") ?? "", call.services, call.context)
            return .json(["items": .array(found.map { $0.json(for: call.author) }), "next": .null])
        },
        Route(
            .get,
            "mall/users/{id}/points",
            "points_account",
            "The points of a person.",
            needs: [.readContent],
            answer: .json("As it is now.", account)
        ) { call in
            let account = try await PointsAccount.of(try call.id, call.services, call.context)
            return .json(account.json(for: call.author))
        },
        Route(
            .post,
            "mall/users/{id}/points",
            "points_correct",
            "Give points to a person, or take them.",
            needs: [.correctPoints],
            body: Schema.body(
                [
                    "change": Schema.integer(-Limits.pointsCorrectionMax...Limits.pointsCorrectionMax)
                        .adding(["not": ["const": 0]]),
                    "reason": Schema.text(lengthMax: Limits.pointsReasonLengthMax)
                        .adding(["minLength": 1]),
                ],
                required: ["change", "reason"]
            ),
            answer: .json("The transaction.", PointsEntries.resource.wholeSchema, status: 201)
        ) { call in
            var members = MemberReader(try await call.request.object())
            let change = members.integer("change", in: -Int64.max...Int64.max)
            let reason = members.string("reason")
            try members.finish()
            let correction = PointsCorrection(
                services: call.services,
                signature: call.context.signature(at: call.services.now())
            )
            let (_, row) = try await correction.make(
                change ?? 0,
                of: try call.id,
                reason: reason,
                in: call.language
            )
            return .json(row, status: .created)
        },
    ]

    private static let account = Schema.object([
        "user": ResourceColumn.personSchema, "balance": Schema.integer, "earned": Schema.integer,
        "spent": Schema.integer,
    ])

    private static let verification = Schema.object([
        "accounts": Schema.integer, "entries": Schema.integer, "balance": Schema.integer,
        "programme": Schema.object(
            Dictionary(PointsEntry.Programme.allCases.map { ($0.rawValue, Schema.integer) }) { first, _ in
                first
            }
        ),
        "faults": Schema.list(
            of: Schema.object([
                "account_id": Schema.text, "balance": Schema.integer, "sum": Schema.integer,
                "last": Schema.integer,
            ])
        ),
        "total_faults": Schema.list(
            of: Schema.object([
                "app": Schema.text, "day": Schema.text, "programme": Schema.text, "cause": Schema.text,
                "kept": Schema.integer, "kept_lines": Schema.integer, "sum": Schema.integer,
                "lines": Schema.integer,
            ])
        ),
        "is_sound": Schema.flag,
    ])
}
