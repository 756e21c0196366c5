import Core

/// One entry that an import writes.
struct CruiseImportEntry: Sendable {
    let type: ContentType
    let id: String
    let key: CruiseOrigins.Key
    let isNew: Bool
    let fields: [String: JSON]
    let hash: Int64
    /// The line of the row that it came from, and the id of that row at the operator.
    let line: Int
    let row: String

    /// True if apps may see it at once; reviews wait for approval.
    var publishes: Bool { key.kind != .review }

    var json: JSON { ["id": .string(id), "fields": .object(fields)] }
}
