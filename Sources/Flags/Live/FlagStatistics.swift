import Core
import Storage

/// Statistics of the fetches of values (R104, R113).
package struct FlagStatistics: Sendable {
    /// The fetches of one parameter in a period of days.
    package struct Line: Sendable, Hashable {
        package let key: String
        /// Nil if it was never fetched in the days that are stored.
        package let lastDay: String?
        /// The number of fetches in the requested days.
        package let count: Int64

        package var json: JSON {
            ["key": .string(key), "last_day": JSON(lastDay), "count": .integer(count)]
        }
    }

    /// The fetches of one version on one day.
    package struct Day: Sendable, Hashable {
        package let day: String
        package let version: Int64
        package let key: String
        package let count: Int64

        package var json: JSON {
            [
                "day": .string(day), "version": .integer(version), "key": .string(key),
                "count": .integer(count),
            ]
        }
    }

    private let store: FlagStore

    package init(store: FlagStore) {
        self.store = store
    }

    /// Every published parameter, with the number of its fetches in the last days.
    package func parameters(_ place: FlagPlace, days: Int = Limits.flagUnusedDays) async throws -> [Line] {
        let since = day(ago: days)
        return try await store.database.read { connection in
            let place = FlagPlace(try connection.flagProject(place.project), place.namespace)
            let keys = try connection.currentFlags(place).template.parameters.keys.sorted()
            let rows = try connection.rows(
                """
                SELECT key, max(day) AS last_day, CAST(sum(CASE WHEN day > \(since) THEN count ELSE 0 END) AS BIGINT) AS total
                FROM flag_fetches WHERE project_id = \(place.project) AND namespace = \(place.namespace)
                GROUP BY key
                """
            )
            var found: [String: (String, Int64)] = [:]
            for row in rows { found[try row.get("key")] = (try row.get("last_day"), try row.get("total")) }
            return keys.map { Line(key: $0, lastDay: found[$0]?.0, count: found[$0]?.1 ?? 0) }
        }
    }

    /// The fetches of one parameter on each of the last days, by version; the latest first.
    package func days(
        of key: String,
        _ place: FlagPlace,
        days: Int = Limits.flagUnusedDays
    ) async throws -> [Day] {
        let since = day(ago: days)
        return try await store.database.read { connection in
            let project = try connection.flagProject(place.project)
            return try connection.rows(
                """
                SELECT day, version, key, count FROM flag_fetches
                WHERE project_id = \(project.id) AND namespace = \(place.namespace) AND key = \(key)
                    AND day > \(since)
                ORDER BY day DESC, version DESC LIMIT \(Limits.flagFetchRowsMax)
                """
            ).map(Day.init)
        }
    }

    private func day(ago days: Int) -> String {
        store.now().advanced(by: .seconds(-86_400 * min(max(days, 1), Limits.flagFetchDaysMax))).day
    }
}

extension FlagStatistics.Day {
    fileprivate init(_ row: Row) throws {
        day = try row.get("day")
        version = try row.get("version")
        key = try row.get("key")
        count = try row.get("count")
    }
}

extension FlagDrafts {
    /// Warnings about the draft, or about the published template if there is no draft (R104).
    package func lint(_ place: FlagPlace) async throws -> [FlagWarning] {
        let draft = try await draft(place)
        let lines = try await FlagStatistics(store: store).parameters(draft.place)
        let earlier = store.now().advanced(by: .seconds(-86_400 * Limits.flagUnusedDays))
        let old = try await database.read { connection in
            // Without counts for that long, nothing is known about values that were not fetched.
            try connection.hasFlagFetches(of: draft.place, until: earlier.day)
                ? try connection.flagSheet(of: draft.place, at: earlier) : nil
        }
        // A parameter younger than the period may not have been fetched yet.
        let known = lines.filter { old?.template.parameters[$0.key] != nil }
        return FlagLint.warnings(of: draft.sheet, on: CivilDate(store.now().day), fetches: known)
    }
}

extension Connection {
    /// True if anything was fetched on that day or before.
    fileprivate func hasFlagFetches(of place: FlagPlace, until day: String) throws -> Bool {
        try !rows(
            """
            SELECT key FROM flag_fetches
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND day <= \(day) LIMIT 1
            """
        ).isEmpty
    }

    /// The published template at a moment; nil if it is not known.
    fileprivate func flagSheet(of place: FlagPlace, at moment: Timestamp) throws -> AnnotatedTemplate? {
        try rows(
            """
            SELECT \(AnnotatedTemplate.columns) FROM flag_versions
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND at <= \(moment)
            ORDER BY number DESC LIMIT 1
            """
        ).first.map(AnnotatedTemplate.init)
    }
}

extension FlagStatistics.Line: JSONReadable {
    package init(json: JSON) throws(Fault) {
        key = try json.get("key")
        lastDay = try json.get("last_day")
        count = try json.get("count")
    }
}

extension FlagStatistics.Day: JSONReadable {
    package init(json: JSON) throws(Fault) {
        day = try json.get("day")
        version = try json.get("version")
        key = try json.get("key")
        count = try json.get("count")
    }
}
