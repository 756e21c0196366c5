import Storage

extension Connection {
    /// The number of the newest entry of the ledger, which rises with each one; 0 if there is none.
    package func lastPointsNumber() throws -> Int64 {
        guard let row = try rows("SELECT MAX(number) AS number FROM points_entries").first else { return 0 }
        return try row.get("number", as: Int64?.self) ?? 0
    }
}
