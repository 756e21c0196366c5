import Storage

/// The target position of a move within a row.
package enum Place: Sendable, Hashable {
    case first
    case last
    case before(String)
    case after(String)
}

extension ContentStore {
    /// Moves an entry within its row; a move makes no version, so it never conflicts with an edit.
    package func move(
        _ id: String,
        of type: ContentType,
        to place: Place,
        as act: Act
    ) async throws -> Content {
        try act.author.require(.writeContent)
        try type.requireManualOrder()
        let now = now()
        return try await write { connection in
            try connection.lockRow(of: type)
            // The positions of a whole row may have been renumbered.
            return (try connection.move(id, of: type, to: place, as: act, at: now), true)
        }
    }
}

extension ContentType {
    /// Throws if the entries are not ordered by hand.
    func requireManualOrder() throws(Problem) {
        guard case .manual = order else {
            throw Problem(
                .conflict,
                Localized(
                    "Здесь порядок по алфавиту.",
                    "These stand in alphabetical order and cannot be moved."
                )
            )
        }
    }
}

extension Connection {
    /// Raising the revisions takes a lock, so two moves in one row are serialized.
    func lockRow(of type: ContentType) throws {
        for name in type.row { try signalChange(of: name) }
    }

    /// Moves an entry within its row, which must be locked.
    func move(
        _ id: String,
        of type: ContentType,
        to place: Place,
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Content {
        var content = try content(id, of: type)
        guard content.shelf == .active else { throw content.shelf.refusal }
        let position = try position(at: place, in: type.row, for: content)
        try send("UPDATE contents SET position = \(position) WHERE id = \(content.id)")
        content.position = position
        var record = content
        record.updatedAt = now
        _ = try self.record(.moved, content, record, of: type, act: act)
        return content
    }
}

/// The distance between two neighbours after a renumbering.
let placeStride: Int64 = 1 << 30
private let stride = placeStride

extension Connection {
    /// The position above everything in the row of these types.
    func topPosition(in types: [String]) throws -> Int64 {
        (try ends(of: types).map(\.first).min() ?? 0) - stride
    }

    /// The position of a new entry of the type.
    func newPosition(of type: ContentType) throws -> Int64 {
        try type.addsLast ? bottomPosition(in: type.row) : topPosition(in: type.row)
    }

    private func bottomPosition(in types: [String]) throws -> Int64 {
        (try ends(of: types).map(\.last).max() ?? 0) + stride
    }

    /// The first and the last position of each type that has entries.
    private func ends(of types: [String]) throws -> [(first: Int64, last: Int64)] {
        // One index lookup for each type and end.
        let parts = types.map { type in
            """
            SELECT (SELECT min(position) FROM contents WHERE type = \(type)) AS first,
                (SELECT max(position) FROM contents WHERE type = \(type)) AS last
            """ as SQL
        }
        return try rows(parts.joined(separator: " UNION ALL ")).compactMap { row in
            guard let first: Int64 = try row.get("first"), let last: Int64 = try row.get("last") else {
                return nil
            }
            return (first, last)
        }
    }

    func position(at place: Place, in types: [String], for content: Content) throws -> Int64 {
        switch place {
        case .first: try topPosition(in: types)
        case .last: try bottomPosition(in: types)
        case .before(let id): try position(beside: id, isBefore: true, in: types, for: content)
        case .after(let id): try position(beside: id, isBefore: false, in: types, for: content)
        }
    }

    private func position(
        beside id: String,
        isBefore: Bool,
        in types: [String],
        for content: Content
    ) throws -> Int64 {
        guard id != content.id else { return content.position }
        if let position = try gap(beside: id, isBefore: isBefore, in: types, for: content) { return position }
        try renumber(types)
        guard let position = try gap(beside: id, isBefore: isBefore, in: types, for: content) else {
            throw StorageError.other("there is no place in the row")
        }
        return position
    }

    /// The middle between a neighbour and the one beyond it; nil if there is no number between them.
    private func gap(
        beside id: String,
        isBefore: Bool,
        in types: [String],
        for content: Content
    ) throws -> Int64? {
        let list = types.map { "\($0)" as SQL }.joined(separator: ", ")
        guard
            let near: Int64 = try rows(
                "SELECT position FROM contents WHERE id = \(id) AND type IN (\(list)) AND trashed_at IS NULL"
            ).first?.get("position")
        else {
            throw Problem.invalid([
                Fault(
                    isBefore ? "#/before" : "#/after",
                    "такой записи нет в этом ряду",
                    "is not in the same row"
                )
            ])
        }
        let beyond: SQL =
            isBefore
            ? "max(position) AS far FROM contents WHERE (position < \(near) OR position = \(near) AND id > \(id))"
            : "min(position) AS far FROM contents WHERE (position > \(near) OR position = \(near) AND id < \(id))"
        let far: Int64? = try rows(
            "SELECT \(beyond) AND type IN (\(list)) AND id <> \(content.id) AND trashed_at IS NULL"
        ).first?.get("far")
        guard let far else { return isBefore ? near - stride : near + stride }
        let middle = near + (far - near) / 2
        return middle == near || middle == far ? nil : middle
    }

    /// Renumbers a whole row in its order, with gaps between.
    private func renumber(_ types: [String]) throws {
        let list = types.map { "\($0)" as SQL }.joined(separator: ", ")
        try send(
            """
            UPDATE contents SET position = o.place * \(stride)
            FROM (
                SELECT id, row_number() OVER (ORDER BY position, id DESC) AS place
                FROM contents WHERE type IN (\(list))
            ) AS o
            WHERE contents.id = o.id
            """
        )
        for type in types { try signalChange(of: type, whole: true) }
    }
}
