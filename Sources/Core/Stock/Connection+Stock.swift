import Storage

extension Connection {
    /// Takes one of a content of which there are as many as `count` says; false where none is left.
    ///
    /// Concurrent purchases wait for the row, so that never more are taken than there are. When the last
    /// one goes, apps are told, as what is not there is not shown.
    package func take(_ id: String, of type: String, count: Int64) throws -> Bool {
        guard count > 0 else { return false }
        let rows = try rows(
            """
            INSERT INTO stock (content_id, taken) VALUES (\(id), 1)
            ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken + 1 WHERE stock.taken < \(count)
            RETURNING taken
            """
        )
        guard let taken: Int64 = try rows.first?.get("taken") else { return false }
        if taken >= count { try stockChanged(of: type) }
        return true
    }

    /// Throws where somebody wants fewer of a content than have been taken.
    func requireStock(from before: Content, to after: Content, of type: ContentType) throws {
        guard let field = type.stockField, let count = after.fields[field.name]?.integer,
            count < before.fields[field.name]?.integer ?? .max || after.live != before.live
        else { return }
        let taken = try lockStock(of: after.id)
        guard count < taken else { return }
        throw Problem.invalid([
            Fault(
                "#/\(field.name)",
                "уже куплено \(taken). Укажите не меньше \(taken).",
                "must be at least \(taken), as many are taken already"
            )
        ])
    }

    /// How many are taken; concurrent purchases and changes of the stock wait for the row.
    ///
    /// Who reads afterwards how many there are reads what holds, before the first one is taken too.
    @discardableResult
    package func lockStock(of id: String) throws -> Int64 {
        try rows(
            """
            INSERT INTO stock (content_id, taken) VALUES (\(id), 0)
            ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken
            RETURNING taken
            """
        ).first?.get("taken") ?? 0
    }

    /// How many are taken of each of these contents, by id; none of one that is missing.
    package func taken(of ids: [String]) throws -> [String: Int64] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows("SELECT content_id, taken FROM stock WHERE content_id IN (\(list))")
        return try Dictionary(
            rows.map { (try $0.get("content_id"), try $0.get("taken")) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Gives one back.
    package func giveBack(_ id: String, of type: String) throws {
        try execute("UPDATE stock SET taken = taken - 1 WHERE content_id = \(id) AND taken > 0")
        try stockChanged(of: type)
    }

    private func stockChanged(of type: String) throws {
        _ = try raiseRevision(of: type, whole: true)
        try notify()
    }
}
