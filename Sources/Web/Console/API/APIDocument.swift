import Core

/// The parts of an OpenAPI document that its page shows.
struct APIDocument: JSONReadable {
    let about: String
    /// The names of the tags, in order.
    let tags: [String]
    /// The operations by path and method.
    let paths: [String: [String: Operation]]
    let schemas: [String: Shape]

    init(json: JSON) throws(Fault) {
        let info: JSON = try json.get("info")
        about = try info.get("description")
        let named: [Tag] = try json.get("tags")
        tags = named.map(\.name)
        paths = try json.get("paths")
        let components: JSON = try json.get("components")
        schemas = try components.get("schemas")
    }

    private struct Tag: JSONReadable {
        let name: String

        init(json: JSON) throws(Fault) { name = try json.get("name") }
    }

    struct Operation: JSONReadable {
        /// The tag under which it is shown.
        let tag: String
        let summary: String
        let about: String?
        let needsToken: Bool
        let parameters: [Parameter]
        let body: Shape?
        /// The answers by their status.
        let answers: [String: Message]

        init(json: JSON) throws(Fault) {
            tag = try json.get("tags", as: [String]?.self)?.first ?? ""
            summary = try json.get("summary", as: String?.self) ?? ""
            about = try json.get("description")
            needsToken = try json.get("security", as: [JSON]?.self)?.isEmpty == false
            parameters = try json.get("parameters", as: [Parameter]?.self) ?? []
            body = try json.get("requestBody", as: Message?.self)?.shape
            answers = try json.get("responses")
        }
    }

    struct Parameter: JSONReadable {
        let name: String
        /// The part of the request that has it: `query`, `path` or `header`.
        let place: String
        let about: String?
        let shape: Shape?

        init(json: JSON) throws(Fault) {
            name = try json.get("name")
            place = try json.get("in")
            about = try json.get("description")
            shape = try json.get("schema")
        }
    }

    /// The body of a request, or an answer; only JSON has a shape.
    struct Message: JSONReadable {
        let about: String?
        let shape: Shape?

        init(json: JSON) throws(Fault) {
            about = try json.get("description")
            let content = try json.get("content", as: [String: JSON]?.self) ?? [:]
            let body: JSON = content["application/json"] ?? .null
            shape = try body.get("schema")
        }
    }

    /// The schema of a value.
    struct Shape: JSONReadable {
        /// The name of the schema that it refers to.
        let reference: String?
        let choices: [Shape]?
        let values: [String?]?
        let isEmptyList: Bool
        /// The schema of the elements of a list; none for another value.
        let elements: [Shape]
        let types: [String]
        let format: String?
        let about: String?
        let members: [String: Shape]
        let required: Set<String>

        init(json: JSON) throws(Fault) {
            reference = try json.get("$ref", as: String?.self)?.split(separator: "/").last.map { String($0) }
            choices = try json.get("anyOf")
            let known: [JSON]? = try json.get("enum")
            values = known?.map(\.string)
            isEmptyList = try json.get("maxItems", as: Int?.self) == 0
            let element: Shape? = try json.get("items")
            elements = element.map { [$0] } ?? []
            let kind: JSON = try json.get("type", as: JSON?.self) ?? .null
            types = kind.string.map { [$0] } ?? kind.strings
            format = try json.get("format")
            about = try json.get("description")
            members = try json.get("properties", as: [String: Shape]?.self) ?? [:]
            required = Set(try json.get("required", as: [String]?.self) ?? [])
        }
    }
}

extension APIDocument.Shape {
    /// The type of a value in a word or two: `string`, `Offer[]`, `integer | null`.
    var word: String {
        if let reference { return reference }
        if let choices { return choices.map(\.word).joined(separator: " | ") }
        if let values { return values.map { $0 ?? "null" }.joined(separator: " | ") }
        if isEmptyList { return "[]" }
        if let element = elements.first { return "\(element.word)[]" }
        return types.joined(separator: " | ") + (format.map { " (\($0))" } ?? "")
    }
}
