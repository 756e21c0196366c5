import Core

/// An OpenAPI document prepared for a page.
struct APIDescription: Sendable {
    private let document: JSON

    init(_ document: JSON) {
        self.document = document
    }

    var json: JSON {
        let operations = operations
        let tags = (document["tags"]?.array ?? []).compactMap { $0["name"]?.string }
        return [
            "paragraphs": .array(
                (document["info"]?["description"]?.string ?? "").split(separator: "\n").map {
                    .string(String($0))
                }
            ),
            "tags": .array(
                tags.enumerated().map { index, tag in
                    [
                        "name": .string(tag), "number": .integer(Int64(index)),
                        "operations": .array(operations.filter { $0.tag == tag }.map(\.json)),
                    ]
                }
            ),
            "schemas": .array(
                (document["components"]?["schemas"]?.object ?? [:]).sorted { $0.key < $1.key }.map {
                    name,
                    schema in
                    ["name": .string(name), "fields": .array(Self.fields(of: schema))]
                }
            ),
        ]
    }

    private var operations: [(tag: String, json: JSON)] {
        // Paths are sorted by name, because a JSON object has no order.
        (document["paths"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { path, methods in
            (methods.object ?? [:]).sorted { $0.key < $1.key }.map { method, operation in
                (operation["tags"]?.strings.first ?? "", Self.operation(method, path, operation))
            }
        }
    }

    private static func operation(_ method: String, _ path: String, _ operation: JSON) -> JSON {
        let parameters = (operation["parameters"]?.array ?? []).filter { $0["in"] != "path" }
        let body = operation["requestBody"]?["content"]?["application/json"]?["schema"]
        let answers = (operation["responses"]?.object ?? [:]).filter { $0.key.hasPrefix("2") }
        return [
            "method": .string(method.uppercased()), "path": .string(path),
            "summary": operation["summary"] ?? "", "description": operation["description"] ?? .null,
            "needs_token": .bool(operation["security"]?.array?.isEmpty == false),
            "parameters": .array(
                parameters.map { parameter in
                    [
                        "name": parameter["name"] ?? "", "type": .string(type(parameter["schema"] ?? .null)),
                        "help": parameter["description"] ?? .null,
                    ]
                }
            ),
            "body": .array(body.map { fields(of: $0) } ?? []),
            "answers": .array(
                answers.sorted { $0.key < $1.key }.map { status, answer in
                    let schema = answer["content"]?["application/json"]?["schema"] ?? .null
                    return [
                        "status": .string(status), "text": answer["description"] ?? "",
                        "type": .string(type(schema)),
                    ]
                }
            ),
        ]
    }

    private static func fields(of schema: JSON) -> [JSON] {
        let required = Set(schema["required"]?.strings ?? [])
        return (schema["properties"]?.object ?? [:]).sorted { $0.key < $1.key }.map { name, field in
            [
                "name": .string(name), "type": .string(type(field)), "help": field["description"] ?? .null,
                "is_required": .bool(required.contains(name)),
            ]
        }
    }

    /// The type of a value in a word or two: `string`, `Offer[]`, `integer | null`.
    private static func type(_ schema: JSON) -> String {
        if let reference = schema["$ref"]?.string {
            return reference.split(separator: "/").last.map { String($0) } ?? ""
        }
        if let choices = schema["anyOf"]?.array { return choices.map { type($0) }.joined(separator: " | ") }
        if let choices = schema["enum"]?.array {
            return choices.map { $0.string ?? "null" }.joined(separator: " | ")
        }
        if schema["maxItems"] == 0 { return "[]" }
        if let items = schema["items"] { return "\(type(items))[]" }
        let names = schema["type"]?.string.map { [$0] } ?? schema["type"]?.strings ?? []
        return names.joined(separator: " | ") + (schema["format"]?.string.map { " (\($0))" } ?? "")
    }
}
