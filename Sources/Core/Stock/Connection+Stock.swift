import Storage

extension Connection {
    /// Takes one of an entry with a stock of `count`; returns how many are left, and nil if there was none.
    ///
    /// Concurrent purchases wait for the row, so that never more are taken than there are. When the last one is taken,
    /// the revision is raised, because apps do not show what is sold out.
    package func take(_ id: String, of type: String, count: Int64) throws -> Int64? {
        guard count > 0 else { return nil }
        let rows = try rows(
            """
            INSERT INTO stock (content_id, taken) VALUES (\(id), 1)
            ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken + 1 WHERE stock.taken < \(count)
            RETURNING taken
            """
        )
        guard let taken: Int64 = try rows.first?.get("taken") else { return nil }
        if taken >= count { try stockChanged(of: type) }
        return count - taken
    }

    /// Throws if the new stock is lower than the number taken.
    func requireStock(from before: Content, to after: Content, of type: ContentType) throws {
        guard let field = type.stockField, let count = after.fields[field.name]?.integer,
            count < before.fields[field.name]?.integer ?? .max || after.live != before.live
        else { return }
        let taken: Int64 = try rows(lock(stockOf: after.id)).first?.get("taken") ?? 0
        guard count < taken else { return }
        throw Problem.invalid([
            Fault(
                "#/\(field.name)",
                "уже куплено \(taken). Укажите не меньше \(taken).",
                "must be at least \(taken), as many are taken already"
            )
        ])
    }

    /// Locks the stock of an entry against concurrent purchases and changes.
    ///
    /// The entry's stock cannot change until the transaction ends, even if none was taken before.
    package func lockStock(of id: String) throws { try send(lock(stockOf: id)) }

    private func lock(stockOf id: String) -> SQL {
        """
        INSERT INTO stock (content_id, taken) VALUES (\(id), 0)
        ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken
        RETURNING taken
        """
    }

    /// The number taken of each of these entries, by id; an entry with none may be missing.
    package func taken(of ids: [String]) throws -> [String: Int64] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows("SELECT content_id, taken FROM stock WHERE content_id IN (\(list))")
        return try Dictionary(
            rows.map { (try $0.get("content_id"), try $0.get("taken")) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns one to the stock.
    package func giveBack(_ id: String, of type: String) throws {
        try send("UPDATE stock SET taken = taken - 1 WHERE content_id = \(id) AND taken > 0")
        try stockChanged(of: type)
    }

    private func stockChanged(of type: String) throws {
        try signalChange(of: type, whole: true)
        notify()
    }
}
