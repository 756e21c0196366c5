import Core
import Storage
import Web

/// The results of the survey as anonymous numbers (M92).
package struct SurveySummary: Sendable {
    /// The lower bounds of the age groups, in years.
    static let ages = [0, 18, 25, 35, 45, 55, 65]

    package let registered: Int64
    package let taken: Int64
    package let withKids: Int64
    package let withoutKids: Int64
    package let groups: [(from: Int, until: Int?, count: Int64)]

    static let schema = Schema.object([
        "registered": Schema.integer, "taken": Schema.integer, "with_kids": Schema.integer,
        "without_kids": Schema.integer,
        "ages": Schema.list(
            of: Schema.object([
                "from": Schema.integer, "until": Schema.orNull(Schema.integer), "count": Schema.integer,
            ])
        ),
    ])

    var json: JSON {
        [
            "registered": .integer(registered), "taken": .integer(taken), "with_kids": .integer(withKids),
            "without_kids": .integer(withoutKids),
            "ages": .array(
                groups.map { group in
                    [
                        "from": .integer(Int64(group.from)),
                        "until": group.until.map { .integer(Int64($0)) } ?? .null,
                        "count": .integer(group.count),
                    ]
                }
            ),
        ]
    }
}

extension SurveySummary: JSONReadable {
    private struct Group: JSONReadable {
        let from: Int
        let until: Int?
        let count: Int64

        init(json: JSON) throws(Fault) {
            from = try json.get("from")
            until = try json.get("until")
            count = try json.get("count")
        }
    }

    package init(json: JSON) throws(Fault) {
        registered = try json.get("registered")
        taken = try json.get("taken")
        withKids = try json.get("with_kids")
        withoutKids = try json.get("without_kids")
        groups = try json.get("ages", as: [Group].self).map { ($0.from, $0.until, $0.count) }
    }
}

extension Connection {
    func surveySummary(at now: Timestamp) throws -> SurveySummary {
        // A year has 365.2425 days.
        let borders = SurveySummary.ages.map { now.advanced(by: .seconds(Double(-$0) * 31_556_952)) }
        let columns = borders.indices.map { index -> SQL in
            let older: SQL =
                borders.indices.contains(index + 1) ? "AND date_birth > \(borders[index + 1])" : ""
            return
                "count(CASE WHEN date_birth <= \(borders[index]) \(older) THEN 1 END) AS \(name: "age\(index)")"
        }
        let rows = try rows(
            """
            SELECT count(*) AS taken, count(CASE WHEN have_kids THEN 1 END) AS kids,
                count(CASE WHEN NOT have_kids THEN 1 END) AS none, \(columns.joined(separator: ", ")),
                (SELECT count(*) FROM mall_users r WHERE r.registered_at IS NOT NULL) AS registered
            FROM mall_users WHERE surveyed_at IS NOT NULL
            """
        )
        guard let row = rows.first else { throw StorageError.other("mall_users has not answered") }
        let ages = SurveySummary.ages
        return SurveySummary(
            registered: try row.get("registered"),
            taken: try row.get("taken"),
            withKids: try row.get("kids"),
            withoutKids: try row.get("none"),
            groups: try ages.indices.map { index in
                let next = ages.indices.contains(index + 1) ? ages[index + 1] : nil
                return (ages[index], next, try row.get("age\(index)"))
            }
        )
    }
}
