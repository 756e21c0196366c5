import Storage

extension Connection {
    /// The numbers of those entries that have one, by id.
    func numbers(of ids: [String], _ type: ContentType) throws -> [String: Int64] {
        guard type.isNumbered, !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows("SELECT content_id, number FROM content_numbers WHERE content_id IN (\(list))")
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0.get("content_id"), try $0.get("number")) }
        )
    }

    /// Assigns a number to a new entry: its former one, the one that it brings along, or the next.
    ///
    /// Numbers stay when their entries are deleted, so that none is ever assigned twice. The first statement locks the
    /// row of the type, so no other transaction assigns numbers meanwhile.
    func giveNumber(to content: Content) throws {
        let type = content.type
        try send(
            """
            INSERT INTO content_number_heads (type, last) VALUES (\(type), 0)
            ON CONFLICT (type) DO UPDATE SET last = content_number_heads.last
            """
        )
        guard
            try rows("SELECT 1 AS one FROM content_numbers WHERE content_id = \(content.id)").isEmpty
        else { return }
        var number = content.number
        if let wanted = number,
            try !rows("SELECT 1 AS one FROM content_numbers WHERE type = \(type) AND number = \(wanted)")
                .isEmpty
        {
            number = nil
        }
        let heads = try rows("SELECT last FROM content_number_heads WHERE type = \(type)")
        guard let last: Int64 = try heads.first?.get("last") else {
            throw StorageError.other("content_number_heads has not answered")
        }
        let given = number ?? last + 1
        try send(
            "INSERT INTO content_numbers (content_id, type, number) VALUES (\(content.id), \(type), \(given))"
        )
        try send(
            "UPDATE content_number_heads SET last = \(max(last, given)) WHERE type = \(type)"
        )
    }
}
