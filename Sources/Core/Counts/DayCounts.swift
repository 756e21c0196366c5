import Storage

/// Reads the daily counts for staff.
package struct DayCounts: Sendable {
    /// A count on one day, or on all requested days.
    package struct Line: Sendable, Hashable {
        /// `2026-11-21`, or the subject.
        package let name: String
        package let kind: String
        package let count: Int64
    }

    private let database: any Database

    package init(database: any Database) {
        self.database = database
    }

    /// The counts of each day in a closed range, without days that have none; of one subject or of all.
    package func byDay(
        _ app: String,
        kinds: [String],
        subject: String? = nil,
        from: CivilDate,
        to: CivilDate
    ) async throws -> [Line] {
        let condition = Self.condition(app, kinds, from, to)
        let ofSubject: SQL = subject.map { "subject = \($0)" } ?? "TRUE"
        return try await lines(
            """
            SELECT CAST(day AS TEXT) AS name, kind, CAST(sum(count) AS BIGINT) AS count FROM day_counts
            WHERE \(condition) AND \(ofSubject) GROUP BY day, kind ORDER BY day, kind
            """
        )
    }

    /// The subjects with the highest counts first; `among` restricts them.
    package func bySubject(
        _ app: String,
        kinds: [String],
        among subjects: [String]? = nil,
        from: CivilDate,
        to: CivilDate,
        limit: Int
    ) async throws -> [Line] {
        let condition = Self.condition(app, kinds, from, to)
        if subjects?.isEmpty == true { return [] }
        let list = subjects?.map { "\($0)" as SQL }.joined(separator: ", ")
        let isAmong: SQL = list.map { "subject IN (\($0))" } ?? "TRUE"
        return try await lines(
            """
            SELECT subject AS name, kind, CAST(sum(count) AS BIGINT) AS count FROM day_counts
            WHERE \(condition) AND \(isAmong) GROUP BY subject, kind ORDER BY 3 DESC, 1, 2 LIMIT \(limit)
            """
        )
    }

    private static func condition(
        _ app: String,
        _ kinds: [String],
        _ from: CivilDate,
        _ to: CivilDate
    ) -> SQL {
        let list = kinds.map { "\($0)" as SQL }.joined(separator: ", ")
        return
            "app = \(app) AND kind IN (\(list)) AND day >= \(from.description) AND day <= \(to.description)"
    }

    private func lines(_ query: SQL) async throws -> [Line] {
        try await database.read { connection in
            try connection.rows(query).map { row in
                Line(name: try row.get("name"), kind: try row.get("kind"), count: try row.get("count"))
            }
        }
    }
}
