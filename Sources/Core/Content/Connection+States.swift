import Storage

extension Connection {
    /// How many contents there are in each state, of those that are searched for and pass the filters.
    func states(
        _ query: ContentQuery,
        of type: ContentType,
        at now: Timestamp,
        among found: SQL?
    ) throws -> [Content.State: Int64] {
        guard query.filters.isEmpty, found == nil else {
            // These are counted along indexes of what narrows them down.
            var counts: [Content.State: Int64] = [:]
            for state in Content.State.allCases {
                var one = query
                (one.state, one.sort) = (state, .position)
                let row = try rows(one.count(type, at: now, among: found)).first
                counts[state] = try row?.get("total", as: Int64.self)
            }
            return counts
        }
        // Once over the type's contents, and not once for each state.
        let sums = Content.State.allCases.map { state -> SQL in
            """
            CAST(coalesce(sum(CASE WHEN \(state.condition(at: now)) THEN 1 ELSE 0 END), 0) AS BIGINT)
                AS \(name: state.rawValue)
            """
        }.joined(separator: ", ")
        guard let row = try rows("SELECT \(sums) FROM contents c WHERE c.type = \(type.name)").first else {
            return [:]
        }
        var counts: [Content.State: Int64] = [:]
        for state in Content.State.allCases { counts[state] = try row.get(state.rawValue, as: Int64.self) }
        return counts
    }
}
