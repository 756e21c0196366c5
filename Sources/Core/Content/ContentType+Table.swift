import Storage

extension ContentType {
    /// A column of the type's live table, besides those that every live table has.
    package struct Column: Sendable, Hashable {
        package let name: String
        /// The SQL of its type and constraints in each dialect.
        package let sqlite: String
        package let postgres: String
    }

    package var columns: [Column] { fields.map(\.column) }

    /// The statements that create the live table, as `vitrina migrate draft` writes them.
    package func createTable(for dialect: Dialect) -> String {
        let (uuid, time, big, suffix) =
            switch dialect {
            case .sqlite: ("TEXT", "INTEGER", "INTEGER", " STRICT")
            case .postgres: ("uuid", "timestamptz", "bigint", "")
            }
        let common = [
            "id \(uuid) PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE", "live_from \(time)",
            "live_until \(time)", "version \(big) NOT NULL", "published_at \(time) NOT NULL",
        ]
        let own = columns.map { "\"\($0.name)\" \(dialect == .sqlite ? $0.sqlite : $0.postgres)" }
        return "CREATE TABLE \"\(name)\" (\n    " + (common + own).joined(separator: ",\n    ")
            + "\n)\(suffix);\n" + fields.compactMap(index).joined()
    }

    /// The index for a filter on the field: choices are counted from the index alone, flags are rarely on.
    package func index(of field: Field) -> String? {
        let head = "CREATE INDEX \"\(name)_by_\(field.name)\" ON \"\(name)\""
        if case .choice = field.kind { return "\(head) (\"\(field.name)\", id);\n" }
        return field.isImmediate ? "\(head) (id) WHERE \"\(field.name)\";\n" : nil
    }

    /// The columns of a published body with their values, in the order of the declaration.
    func row(_ body: Body) -> [(name: String, value: Value)] {
        let window = Self.windowNames.map { name in (name, body.timestamp(name).value) }
        return window + fields.map { ($0.name, $0.column(of: body[$0.name])) }
    }

    /// The body that a row of the live table holds.
    package func body(_ row: Row) throws -> Body {
        var body = Body(minimumCapacity: fields.count + Self.windowNames.count)
        for name in Self.windowNames {
            if let moment: Timestamp = try row.get(name) { body[name] = .string(moment.description) }
        }
        for field in fields {
            body[field.name] = try field.json(of: row.get(field.name))
        }
        return body
    }
}

extension Field {
    fileprivate var column: ContentType.Column {
        let null = isOptional ? "" : " NOT NULL"
        let (sqlite, postgres, suffix) =
            switch kind {
            case .text, .url, .phone: ("TEXT", "text", "")
            case .localizedText, .richText, .images, .references, .table: ("TEXT", "jsonb", "")
            case .integer, .points: ("INTEGER", "bigint", "")
            case .decimal: ("TEXT", "numeric", "")
            case .bool: ("INTEGER", "boolean", " CHECK (\"\(name)\" IN (0, 1))")
            case .choice(let choices): choice(choices)
            case .date: ("TEXT", "date", "")
            case .timestamp: ("INTEGER", "timestamptz", "")
            case .slug: ("TEXT", "text", " UNIQUE")
            case .image, .file: ("TEXT", "text", " REFERENCES media(id)")
            case .reference: ("TEXT", "uuid", " REFERENCES contents(id)")
            }
        return ContentType.Column(
            name: name,
            sqlite: sqlite + null + suffix,
            postgres: postgres + null + (kind == .bool ? "" : suffix)
        )
    }

    private func choice(_ choices: [Choice]) -> (String, String, String) {
        let check = "text CHECK (\"\(name)\" IN (\(choices.map { "'\($0.name)'" }.joined(separator: ", "))))"
        return ("TEXT" + check.dropFirst(4), check, "")
    }

    /// The value of the column for a value that has been checked.
    fileprivate func column(of json: JSON?) -> Value {
        guard let json, json != .null else { return .null }
        return switch shape {
        case .line, .choice, .day, .upload, .link: json.string.value
        case .texts, .uploads, .links, .rows, .decimal: .text(json.text)
        case .integer: json.integer.value
        case .bool: json.bool.value
        case .moment: json.string.flatMap { Timestamp($0) }.value
        }
    }

    fileprivate func json(of value: Value) throws -> JSON? {
        if value == .null { return nil }
        return switch shape {
        case .line, .choice, .day, .upload, .link:
            String(value).map { .string($0) }
        case .texts, .uploads, .links, .rows, .decimal:
            try String(value).map { text throws(Problem) in try JSON(parsing: text) }
        case .integer: Int64(value).map { .integer($0) }
        case .bool: Bool(value).map { .bool($0) }
        case .moment: Timestamp(value).map { .string($0.description) }
        }
    }
}
