import Storage

extension Connection {
    /// The number of entries in each state, among those that match the search and the filters.
    func states(
        _ query: ContentQuery,
        of type: ContentType,
        at now: Timestamp,
        among found: SQL?
    ) throws -> [Content.State: Int64] {
        // One scan, and not one for each state.
        let sums = Content.State.allCases.map { state -> SQL in
            """
            CAST(coalesce(sum(CASE WHEN \(state.condition(at: now)) THEN 1 ELSE 0 END), 0) AS BIGINT)
                AS \(name: state.rawValue)
            """
        }.joined(separator: ", ")
        guard let row = try rows("SELECT \(sums) FROM \(query.narrowed(type, among: found))").first else {
            return [:]
        }
        var counts: [Content.State: Int64] = [:]
        for state in Content.State.allCases { counts[state] = try row.get(state.rawValue, as: Int64.self) }
        return counts
    }
}
