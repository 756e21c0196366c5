import Core
import HTTPTypes

extension RouteList {
    /// The operations by path, as OpenAPI describes them.
    package static var openAPIPaths: [String: JSON] {
        var paths: [String: JSON] = [:]
        for route in routes {
            let path = route.path.isEmpty ? OpenAPI.prefix : "\(OpenAPI.prefix)/\(route.path)"
            let item = paths[path] ?? route.pathItem
            paths[path] = item.adding([route.method.rawValue.lowercased(): route.operation(tag: tag)])
        }
        return paths
    }

    package static var openAPIPermissions: [String: [Permission]] {
        Dictionary(routes.map { ($0.name, $0.needs) }) { first, _ in first }
    }
}

extension Route {
    /// Names in braces are ids unless `parts` defines them.
    fileprivate var pathItem: JSON {
        let names = path.matches(of: /\{(\w+)\}/).map { String($0.output.1) }
        guard !names.isEmpty else { return [:] }
        return [
            "parameters": .array(
                names.map { OpenAPI.pathParameter($0, parts[$0] ?? Schema.uuid) }
            )
        ]
    }

    fileprivate func operation(tag: String) -> JSON {
        var answers: [String: JSON] = ["default": ["$ref": "#/components/responses/Problem"]]
        for answer in [answer] + answer.others { answers[String(answer.status)] = answer.json }
        let operation = OpenAPI.operation(
            name,
            summary,
            tag: tag,
            answers: .object(answers),
            parameters: parameters.map(\.description) + headers,
            body: body.map { ["required": true, "content": [bodyType: ["schema": $0]]] }
        )
        return manual.map { operation.adding(["description": .string($0)]) } ?? operation
    }
}

extension RouteAnswer {
    fileprivate var json: JSON {
        var members: [String: JSON] = ["description": .string(description)]
        if !content.isEmpty { members["content"] = .object(content.mapValues { ["schema": $0] }) }
        return .object(members)
    }
}
