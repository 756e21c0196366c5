import Core
import Hummingbird
import Storage

/// Reads the rows of a list for one member of staff; values that they may not see are null.
package struct ResourceReader: Sendable {
    package let resource: Resource
    package let author: Author
    /// The language of titles in the values.
    package let language: Language

    package init(_ resource: Resource, for author: Author, in language: Language) {
        (self.resource, self.author, self.language) = (resource, author, language)
    }

    /// Parses the parameters; throws every fault in them at once.
    ///
    /// A view of people is audited.
    package func selection(
        _ parameters: [(name: String, value: String)],
        _ services: Services,
        _ context: StaffContext
    ) async throws -> Selection {
        try author.require(resource.right)
        var query = AdminQuery(parameters, Set(resource.parameters + ["count"]))
        let selection = selection(&query)
        if resource.showsPeople {
            try await query.finish(services, context, reading: resource.subject)
        } else {
            try query.finish()
        }
        return selection
    }

    /// Parses the parameters of a list; the caller checks the query for faults.
    func selection(_ query: inout AdminQuery) -> Selection {
        var narrowings: [Selection.Narrowing] = []
        var (period, byTime): (ResourcePeriod?, ResourceOrder?) = (nil, nil)
        for filter in resource.filters {
            guard let condition = filter.condition(&query, for: author) else { continue }
            if case .period = filter.kind { (period, byTime) = (ResourceFilter.period(&query), filter.order) }
            narrowings.append(Selection.Narrowing(name: filter.name, condition: condition))
        }
        let sort = resource.orders.isEmpty ? nil : query.choice("sort", resource.orders.map(\.name))
        let asked = sort.flatMap { sort in resource.orders.first { $0.name == sort } }
        let order = asked ?? byTime ?? resource.orders.first
        return Selection(
            narrowings: narrowings,
            scope: scope,
            period: period,
            byTime: byTime,
            limit: query.limit,
            order: order,
            after: after(&query, order),
            isCounted: query.bool("count") ?? false
        )
    }

    private var scope: [SQL] { (resource.scope.map { [$0(author)] } ?? []) + resource.owned }

    /// One batch of the same rows for a table, after the previous batch, in the order of the ids, or of the time.
    func piece(of selection: Selection, from cursor: String?) -> Selection {
        var piece = selection
        (piece.limit, piece.order, piece.after) = (Limits.exportBatch, selection.byTime, nil)
        guard let cursor else { return piece }
        if let order = piece.order {
            var query = AdminQuery([(name: "cursor", value: cursor)], [])
            piece.after = after(&query, order)
        } else {
            piece.after = resource.source.value(of: cursor).map { "\(resource.source.key) < \($0)" }
        }
        return piece
    }

    private func after(_ query: inout AdminQuery, _ order: ResourceOrder?) -> SQL? {
        let key = resource.source.key
        guard let order else {
            return switch resource.source.kind {
            case .id: query.idCursor().map { "\(key) < \($0)" }
            case .number: query.numberCursor().map { "\(key) < \($0)" }
            case .text: query.textCursor().map { "\(key) < \($0)" }
            }
        }
        if let tie = order.tie {
            guard let (first, second) = query.numbersCursor(), let value = order.value(of: first) else {
                return nil
            }
            return "(\(order.sql), \(tie)) < (\(value), \(second))"
        }
        guard let (number, text) = query.pairCursor(), let value = order.value(of: number) else { return nil }
        // An index can only be used for the first part.
        return "\(order.sql) <= \(value) AND (\(order.sql) < \(value) OR \(key) < \(text))"
    }

    // MARK: Rows

    package func page(_ selection: Selection, on connection: any Connection) throws -> AdminPage<ResourceRow>
    {
        let (source, key) = (resource.source, resource.source.key)
        let terms: SQL = selection.order?.terms(key: key) ?? "\(key) DESC"
        let position: SQL = selection.order.map { ", \($0.sql) AS row_position" } ?? ""
        let tie: SQL = selection.order?.tie.map { ", \($0) AS row_tie" } ?? ""
        let rows = try connection.rows(
            """
            SELECT \(key) AS row_id\(position)\(tie), \(selected(resource.columns)) FROM \(source.tables)
            WHERE \([selection.condition, selection.after ?? "TRUE"].all)
            ORDER BY \(terms) LIMIT \(selection.limit + 1)
            """
        )
        let read = try rows.map { row in
            var known = try self.read(row)
            if let order = selection.order {
                let last = try order.tie == nil ? known.id : String(row.get("row_tie", as: Int64.self))
                known.cursor = "\(try order.number(row, "row_position")).\(last)"
            }
            return known
        }
        return AdminPage(read, limit: selection.limit, cursor: \.cursor)
    }

    /// One row with its parts; throws if there is none with this id.
    ///
    /// A view of people is audited.
    package func row(_ id: String, _ services: Services, _ context: StaffContext) async throws -> ResourceRow
    {
        try author.require(resource.right)
        let row: ResourceRow? =
            if let value = resource.source.value(of: id) {
                try await services.database.read { connection in try self.row(value, on: connection) }
            } else {
                nil
            }
        guard let row else { throw resource.notFound }
        if resource.showsPeople { try await services.noteLook(in: resource.subject, context) }
        return row
    }

    /// The list below the row of its owner with this id; throws if there is none.
    func below(_ id: String, _ services: Services) async throws -> Resource {
        guard let list = resource.owner?.list() else { return resource }
        let source = list.source
        guard let id = source.value(of: id) else { throw list.notFound }
        let row = try await services.database.read { connection in
            try connection.rows(
                "SELECT \(source.key) AS row_id FROM \(source.tables) WHERE \(source.names(id))"
            ).first
        }
        guard let row else { throw list.notFound }
        return resource.of(try Self.id(row, source.kind))
    }

    package func row(_ id: Value, on connection: any Connection) throws -> ResourceRow? {
        let source = resource.source
        let found = try connection.rows(
            """
            SELECT \(source.key) AS row_id, \(selected(resource.columns)) FROM \(source.tables)
            WHERE \(([source.names(id)] + scope).all)
            """
        ).first
        guard let found else { return nil }
        var row = try read(found)
        for part in resource.parts {
            let lines = try connection.rows(
                """
                SELECT \(selected(part.columns)) FROM \(part.tables)
                WHERE \(part.condition(row.id)) ORDER BY \(part.order) LIMIT \(Limits.personPartsMax)
                """
            )
            row.parts.append(try lines.map { try values($0, part.columns) })
        }
        return row
    }

    // MARK: Columns

    private func selected(_ columns: [ResourceColumn]) -> SQL {
        columns.enumerated().flatMap { index, column -> [SQL] in
            switch column.kind {
            case .object(let object) where !object.parts.isEmpty:
                object.parts.map { "\($0.sql) AS \(name: "c\(index)_\($0.name)")" }
            case .id, .text, .link, .quote, .number, .money, .bytes, .change, .rating, .moment, .bool,
                .choice, .author, .choices, .object:
                ["\(column.sql) AS \(name: "c\(index)")"]
            case .flags(let flags, _):
                flags.map { "\($0.sql) AS \(name: "c\(index)_\($0.name)")" }
            case .person(let table, _, _): [PersonCard.columns(table, "c\(index)_")]
            }
        }.joined(separator: ", ")
    }

    private func read(_ row: Row) throws -> ResourceRow {
        let id = try Self.id(row, resource.source.kind)
        return ResourceRow(id: id, values: try values(row, resource.columns), cursor: id)
    }

    private static func id(_ row: Row, _ kind: ResourceSource.Kind) throws -> String {
        switch kind {
        case .id, .text: try row.get("row_id")
        case .number: String(try row.get("row_id", as: Int64.self))
        }
    }

    private func values(_ row: Row, _ columns: [ResourceColumn]) throws -> [JSON] {
        try columns.enumerated().map { index, column in
            if let right = column.right, !author.may(right) { return .null }
            let name = "c\(index)"
            switch column.kind {
            case .id, .text, .link, .quote, .choice, .author: return JSON(try row.get(name, as: String?.self))
            case .number, .money, .bytes, .change, .rating:
                return try row.get(name, as: Int64?.self).map { .integer($0) } ?? .null
            case .moment: return JSON(try row.get(name, as: Timestamp?.self)?.description)
            case .bool: return try row.get(name, as: Bool?.self).map { .bool($0) } ?? .null
            case .choices:
                return try row.get(name, as: String?.self).map { try JSON(parsing: $0) } ?? []
            case .object(let object) where !object.parts.isEmpty:
                let texts = try object.parts.compactMap { part in
                    try row.get("\(name)_\(part.name)", as: String?.self).map { (part.name, $0) }
                }
                return try object.make(Dictionary(uniqueKeysWithValues: texts), author, language)
            case .object(let object):
                return try row.get(name, as: String?.self).map { try object.read($0, author, language) }
                    ?? .null
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

/// A row with the values of its columns for one reader.
package struct ResourceRow: Sendable {
    package let id: String
    /// In the order of the columns.
    package let values: [JSON]
    /// The cursor of the page that begins after this row.
    var cursor: String
    /// The rows of each part, in the order of the parts.
    package var parts: [[[JSON]]] = []
}

extension Resource {
    /// The value of one of its columns; null if the author may not see it.
    package func value(_ column: ResourceColumn, of row: ResourceRow) -> JSON {
        columns.firstIndex { $0.name == column.name }.map { row.values[$0] } ?? .null
    }

    /// Every parameter that filters or orders the list.
    var parameters: [String] { filters.flatMap(\.parameters) + (orders.isEmpty ? [] : ["sort"]) }

    /// True if reading it shows names and addresses of people.
    var showsPeople: Bool {
        isPersonal || columns.contains { if case .person = $0.kind { true } else { false } }
    }

    /// The permission to export the list; a table with people needs more than the list itself.
    package var exportRight: Permission { showsPeople ? .readPeople : right }

    package var notFound: Problem {
        .notFound(
            Localized("\(title.ru): такой записи нет.", "\(title.en): there is no such row.")
        )
    }
}
