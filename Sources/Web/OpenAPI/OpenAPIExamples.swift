import Core

/// Examples of requests and responses: recorded ones if there are any, otherwise made from schemas.
struct OpenAPIExamples: Sendable {
    let schemas: [String: JSON]
    /// By operation: `body` and `answer`.
    let recorded: [String: JSON]

    /// The depth of nested schemas at which examples stop.
    private static let depthMax = 24
    private static let id = "0198c5a0-7d6e-7c1b-9a52-3f1e8d2b4c10"

    /// Recorded requests and responses of operations outside of apps.
    static let recorded = read(embeddedFiles["admin-examples.json"] ?? "")

    /// Empty if the text is not a JSON object.
    static func read(_ text: String) -> [String: JSON] {
        (try? JSON(parsing: Array(text.utf8)))?.object ?? [:]
    }

    /// An example of every schema, by its name.
    var components: JSON {
        .object(
            Dictionary(
                uniqueKeysWithValues: schemas.map { name, schema in (name, ["value": value(of: schema)]) }
            )
        )
    }

    // MARK: Operations

    /// The same path with an example in each path parameter, each body and each response.
    func added(to item: JSON) -> JSON {
        let members = (item.object ?? [:]).map { name, part -> (String, JSON) in
            name == "parameters" ? (name, parameters(part)) : (name, operation(part))
        }
        return .object(Dictionary(uniqueKeysWithValues: members))
    }

    private func operation(_ operation: JSON) -> JSON {
        guard var members = operation.object else { return operation }
        let known = recorded[operation["operationId"]?.string ?? ""]
        if let given = members["parameters"] { members["parameters"] = parameters(given) }
        if let body = members["requestBody"] { members["requestBody"] = media(of: body, known?["body"]) }
        let statuses = members["responses"]?.object ?? [:]
        // A recorded response belongs to the first status of success.
        let first = statuses.keys.filter { $0.hasPrefix("2") }.min()
        let answers = statuses.map { status, answer in
            (
                status,
                status.hasPrefix("2")
                    ? media(of: answer, status == first ? known?["answer"] : nil) : answer
            )
        }
        members["responses"] = .object(Dictionary(uniqueKeysWithValues: answers))
        return .object(members)
    }

    private func parameters(_ parameters: JSON) -> JSON {
        .array(
            (parameters.array ?? []).map { parameter in
                guard var members = parameter.object, members["in"] == "path" else { return parameter }
                let name = members["name"]?.string ?? ""
                members["example"] = value(of: members["schema"] ?? .null, named: name)
                return .object(members)
            }
        )
    }

    private func media(of part: JSON, _ known: JSON?) -> JSON {
        guard var members = part.object, let content = members["content"]?.object else { return part }
        members["content"] = .object(
            Dictionary(uniqueKeysWithValues: content.map { ($0, example($0, in: $1, known)) })
        )
        return .object(members)
    }

    private func example(_ kind: String, in media: JSON, _ known: JSON?) -> JSON {
        guard var members = media.object, members["example"] == nil, let schema = members["schema"] else {
            return media
        }
        if let line = Self.lines[kind] {
            members["example"] = line
        } else if kind.hasSuffix("json") {
            if let known, kind == "application/json" {
                members["example"] = known
            } else if let name = Self.name(in: schema) {
                members["examples"] = .object([name: ["$ref": .string("#/components/examples/\(name)")]])
            } else {
                members["example"] = value(of: schema)
            }
        }
        return .object(members)
    }

    private static let lines: [String: JSON] = [
        "text/csv": .string("id,position\r\n\(id),1\r\n"),
        "text/event-stream": "id: 12\nevent: content.changed\ndata: {\"number\":12}\n\n",
    ]

    // MARK: Schemas

    private static func name(in schema: JSON) -> String? {
        schema["$ref"]?.string?.split(separator: "/").last.map { String($0) }
    }

    /// A value that the schema accepts; `name` is the name of its member.
    func value(of schema: JSON, named name: String = "", depth: Int = 0) -> JSON {
        guard depth < Self.depthMax else { return .null }
        if let known = schema["examples"]?.array?.first ?? schema["default"] { return known }
        if let target = Self.name(in: schema) {
            return value(of: schemas[target] ?? .null, named: name, depth: depth + 1)
        }
        if let choices = schema["enum"]?.array { return choices.first ?? .null }
        if let parts = schema["allOf"]?.array {
            let own = (schema.object ?? [:]).filter { $0.key != "allOf" }
            // Not by a merge patch, which would remove members that are null.
            return .object(
                (parts + [.object(own)]).reduce(into: [:]) { whole, part in
                    let members = value(of: part, named: name, depth: depth + 1).object ?? [:]
                    whole.merge(members) { _, last in last }
                }
            )
        }
        if let choice = (schema["anyOf"] ?? schema["oneOf"])?.array?.first {
            return value(of: choice, named: name, depth: depth + 1)
        }
        let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.strings ?? []
        return switch types.first {
        case "object": types.contains("null") && schema["properties"] == nil ? .null : object(schema, depth)
        case "array": array(schema, named: name, depth)
        case _ where types.contains("null"): .null
        case "integer", "number": number(schema)
        case "boolean": true
        case "string": text(schema, named: name)
        case _: "…"
        }
    }

    private func object(_ schema: JSON, _ depth: Int) -> JSON {
        var members = (schema["properties"]?.object ?? [:]).sorted { $0.key < $1.key }
        if let most = schema["maxProperties"]?.integer { members = Array(members.prefix(Int(most))) }
        var values = Dictionary(
            uniqueKeysWithValues: members.map { ($0, value(of: $1, named: $0, depth: depth + 1)) }
        )
        if values.isEmpty, let other = schema["additionalProperties"], other.object != nil {
            values["key"] = value(of: other, named: "key", depth: depth + 1)
        }
        return .object(values)
    }

    private func array(_ schema: JSON, named name: String, _ depth: Int) -> JSON {
        guard schema["maxItems"] != 0, let items = schema["items"] else { return [] }
        return [value(of: items, named: name, depth: depth + 1)]
    }

    private func number(_ schema: JSON) -> JSON {
        let least = schema["minimum"]?.integer ?? 1
        return .integer(min(max(1, least), schema["maximum"]?.integer ?? .max))
    }

    private func text(_ schema: JSON, named name: String) -> JSON {
        if let known = Self.formats[schema["format"]?.string ?? schema["pattern"]?.string ?? ""] {
            return known
        }
        var text = Self.texts[name] ?? name.replacing("_", with: " ")
        if text.isEmpty { text = "text" }
        if let most = schema["maxLength"]?.integer { text = String(text.prefix(Int(most))) }
        return .string(text)
    }

    private static let formats: [String: JSON] = [
        "date-time": "2026-12-01T09:00:00Z", "date": "2026-12-01", "uuid": .string(id), "binary": "…",
        "email": "olga@shop.example", "uri": "https://shop.example/coffee",
        "^[a-z0-9]+(-[a-z0-9]+)*$": "coffee-with-cake", "^\\+[0-9]{10,15}$": "+79991234567",
        "^([01][0-9]|2[0-3]):[0-5][0-9]$": "18:30",
    ]

    private static let texts = [
        "id": id, "project": "demo", "app": "shop", "key": "close_opacity",
        "name": "Coffee with cake",
        "title": "Coffee with cake", "ru": "Кофе с пирогом", "en": "Coffee with cake",
        "email": "olga@shop.example",
        "password": "correct horse battery staple", "current": "what it was until now",
        "phone": "+79991234567",
        "by": "Olga", "created_by": "Olga", "updated_by": "Olga", "type": "offers", "field": "on_home",
        "digits": "4567", "staff_id": id, "login": "olga",
    ]
}
