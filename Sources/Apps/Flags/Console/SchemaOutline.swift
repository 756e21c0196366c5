import Core

/// The part of a JSON Schema of an object that one line of help needs; staff have written it.
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
