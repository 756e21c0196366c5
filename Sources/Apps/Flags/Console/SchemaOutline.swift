import Core

/// What a JSON Schema that staff wrote says of an object, as far as one line of help needs it.
///
/// A schema may hold anything, so what is of another kind counts as absent.
struct SchemaOutline: Sendable {
    let types: [String]
    /// Schemas by the names of members.
    let members: [String: JSON]
    let required: Set<String>

    init(_ schema: JSON) {
        let types: [String]? = try? schema.get("type")
        let type: String? = try? schema.get("type")
        self.types = types ?? type.map { [$0] } ?? []
        members = (try? schema.get("properties")) ?? [:]
        required = Set((try? schema.get("required", as: [String].self)) ?? [])
    }
}
