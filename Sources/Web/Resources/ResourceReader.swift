import Core
import Hummingbird
import Storage

/// Reads the rows of a list for one member of staff; what they may not see is null.
package struct ResourceReader: Sendable {
    package let resource: Resource
    package let author: Author

    package init(_ resource: Resource, for author: Author) {
        (self.resource, self.author) = (resource, author)
    }

    /// What a request asks for, once each of its parameters is read.
    package struct Selection: Sendable {
        package let condition: SQL
        package let limit: Int
        package let cursor: String?
        /// Somebody asks how many rows there are on all pages.
        package let isCounted: Bool
    }

    /// Reads the parameters; throws every fault in them at once. A look at people is noted in the audit.
    package func selection(
        _ parameters: [(name: String, value: String)],
        _ services: Services,
        _ context: StaffContext
    ) async throws -> Selection {
        try author.require(resource.right)
        var query = AdminQuery(parameters, Set(resource.filters.flatMap(\.parameters) + ["count"]))
        let conditions = resource.filters.compactMap { $0.condition(&query, for: author) }
        let (cursor, isCounted) = (query.idCursor(), query.bool("count") ?? false)
        try await query.finish(services, context, reading: resource.subject)
        return Selection(condition: conditions.all, limit: query.limit, cursor: cursor, isCounted: isCounted)
    }

    /// One row with its parts; throws if there is none with this id. A look at people is noted in the audit.
    package func row(_ id: String, _ services: Services, _ context: StaffContext) async throws -> ResourceRow
    {
        try author.require(resource.right)
        let row: ResourceRow? =
            if let id = Identifier.normalized(id) {
                try await services.database.read { connection in try self.row(id, on: connection) }
            } else {
                nil
            }
        guard let row else {
            throw Problem.notFound(
                Localized(
                    "\(resource.title.ru): такой записи нет.",
                    "\(resource.title.en): there is no such row."
                )
            )
        }
        try await services.noteLook(in: resource.subject, context)
        return row
    }

    package func page(_ selection: Selection, on connection: any Connection) throws -> AdminPage<ResourceRow>
    {
        let (source, key) = (resource.source, resource.source.key)
        let below: SQL = selection.cursor.map { "\(key) < \($0)" } ?? "TRUE"
        let rows = try connection.rows(
            """
            SELECT \(key) AS row_id, \(selected(resource.columns)) FROM \(source.tables)
            WHERE \(selection.condition) AND \(below) ORDER BY \(key) DESC LIMIT \(selection.limit + 1)
            """
        )
        return AdminPage(try rows.map { try read($0) }, limit: selection.limit, cursor: \.id)
    }

    package func count(_ condition: SQL, on connection: any Connection) throws -> Int64 {
        try connection.rows("SELECT count(*) AS count FROM \(resource.source.tables) WHERE \(condition)")
            .first?.get("count") ?? 0
    }

    /// One row with its parts; nil if there is none with this id.
    private func row(_ id: String, on connection: any Connection) throws -> ResourceRow? {
        let source = resource.source
        let found = try connection.rows(
            """
            SELECT \(source.key) AS row_id, \(selected(resource.columns)) FROM \(source.tables)
            WHERE \(source.key) = \(id)
            """
        ).first
        guard let found else { return nil }
        var row = try read(found)
        for part in resource.parts {
            let lines = try connection.rows(
                """
                SELECT \(selected(part.columns)) FROM \(part.tables)
                WHERE \(part.condition(id)) ORDER BY \(part.order) LIMIT \(Limits.personPartsMax)
                """
            )
            row.parts.append(try lines.map { try values($0, part.columns) })
        }
        return row
    }

    /// Every figure by its name.
    package func sums(_ condition: SQL, at now: Timestamp, on connection: any Connection) throws -> [Int64?] {
        let sums = resource.sums
        let selected = sums.enumerated().map { "\($1.sql(now)) AS \(name: "s\($0)")" as SQL }
        let row = try connection.rows(
            "SELECT \(selected.joined(separator: ", ")) FROM \(resource.source.tables) WHERE \(condition)"
        ).first
        return try sums.indices.map { try row?.get("s\($0)", as: Int64?.self) }
    }

    // MARK: Columns

    private func selected(_ columns: [ResourceColumn]) -> SQL {
        columns.enumerated().flatMap { index, column -> [SQL] in
            switch column.kind {
            case .id, .text, .quote, .number, .change, .rating, .moment, .bool, .choice:
                ["\(column.sql) AS \(name: "c\(index)")"]
            case .flags(let flags, _):
                flags.map { "\($0.sql) AS \(name: "c\(index)_\($0.name)")" }
            case .person(let table, _, _): [PersonCard.columns(table, "c\(index)_")]
            }
        }.joined(separator: ", ")
    }

    private func read(_ row: Row) throws -> ResourceRow {
        ResourceRow(id: try row.get("row_id"), values: try values(row, resource.columns))
    }

    private func values(_ row: Row, _ columns: [ResourceColumn]) throws -> [JSON] {
        try columns.enumerated().map { index, column in
            if let right = column.right, !author.may(right) { return .null }
            let name = "c\(index)"
            switch column.kind {
            case .id, .text, .quote, .choice: return JSON(try row.get(name, as: String?.self))
            case .number, .change, .rating:
                return try row.get(name, as: Int64?.self).map { .integer($0) } ?? .null
            case .moment: return JSON(try row.get(name, as: Timestamp?.self)?.description)
            case .bool: return try row.get(name, as: Bool?.self).map { .bool($0) } ?? .null
            case .flags(let flags, _):
                let members = try flags.map {
                    ($0.name, JSON.bool(try row.get("\(name)_\($0.name)", as: Bool.self)))
                }
                return .object(Dictionary(uniqueKeysWithValues: members))
            case .person: return JSON(try PersonCard(row, "\(name)_"), for: author)
            }
        }
    }
}

/// A row that somebody reads: what each column holds for them.
package struct ResourceRow: Sendable {
    package let id: String
    /// In the order of the columns.
    package let values: [JSON]
    /// Of each part its rows, in the order of the parts.
    package var parts: [[[JSON]]] = []
}
