import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// The permissions in the description of the admin API match the operations.
struct OpenAPINeedsTests {
    private struct Operation {
        let name: String
        let method: HTTPRequest.Method
        let path: String
        let body: JSON?
        let needs: Set<Permission>
        let isStream: Bool
    }

    /// The operations whose permission depends on the object, which does not exist.
    private static let varying: Set = ["ids_find", "tokens_create"]

    // M125
    @Test func `an operation is refused to staff who lack a right that it needs, and to no one else`()
        async throws
    {
        try await withMall { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop)
            let operations = Self.operations(Catalog.openAPI)
            #expect(operations.count > 180)
            for operation in operations where !Self.varying.contains(operation.name) {
                func isRefused(_ permissions: Set<Permission>) async throws -> Bool {
                    try await Self.ask(vitrina, operation, as: permissions, id: offer) == 403
                }
                // A stream does not end for an authorized reader. If what it needs is enough, nothing else is missed.
                var asked = operation.needs
                if !operation.isStream, try await isRefused(asked) { asked = Set(Permission.allCases) }
                var found: Set<Permission> = []
                for permission in asked {
                    let others = Set(Permission.allCases).subtracting([permission])
                    if try await isRefused(others) { found.insert(permission) }
                }
                #expect(found == operation.needs, "\(operation.name)")
            }
        }
    }

    @Test func `an operation says in words what it needs`() throws {
        let document = Catalog.openAPI
        let block = document["paths"]?["\(OpenAPI.prefix)/mall/users/{id}"]?["patch"]
        #expect(block?["description"]?.string == "Needs `people.read` and `people.write`.")
        let signIn = document["paths"]?["\(OpenAPI.prefix)/session"]?["post"]
        #expect(signIn?["security"] == [])
    }

    private static func ask(
        _ vitrina: Vitrina,
        _ operation: Operation,
        as permissions: Set<Permission>,
        id: String
    ) async throws -> Int {
        let author = Author.viewer("N", may: permissions)
        var headers: HTTPFields = [.ifMatch: "\"1\""]
        if let dry = HTTPField.Name("X-Dry-Run") { headers[dry] = "true" }
        let path = operation.path.replacing("{id}", with: id)
        return try await vitrina.send(
            operation.method,
            path,
            operation.body,
            headers: headers,
            as: author
        ).status
    }

    /// All operations with the path and the body of their examples; of content types only one.
    private static func operations(_ document: JSON) -> [Operation] {
        let examples = document["components"]?["examples"]
        let others = Catalog.types.map { Vitrina.path(of: $0.type.name) }.filter { !$0.hasSuffix("/offers") }
        return (document["paths"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { path, item in
            guard path.hasPrefix(OpenAPI.prefix),
                !others.contains(where: { path == $0 || path.hasPrefix($0 + "/") })
            else { return [Operation]() }
            return (item.object ?? [:]).sorted { $0.key < $1.key }.compactMap { method, operation in
                guard let roles = operation["security"]?.array?.first?["token"]?.strings else { return nil }
                let parameters = (item["parameters"]?.array ?? []) + (operation["parameters"]?.array ?? [])
                let media = operation["requestBody"]?["content"]?["application/json"]
                let named = media?["examples"]?.object?.keys.first.flatMap { examples?[$0]?["value"] }
                return Operation(
                    name: operation["operationId"]?.string ?? "",
                    method: HTTPRequest.Method(method.uppercased()) ?? .get,
                    path: Self.filled(path, parameters),
                    body: media?["example"] ?? named,
                    needs: Set(roles.compactMap { Permission(rawValue: $0) }),
                    isStream: operation["responses"]?["200"]?["content"]?["text/event-stream"] != nil
                )
            }
        }
    }

    /// The path with the examples of its parameters, except the id, and with every required parameter.
    private static func filled(_ path: String, _ parameters: [JSON]) -> String {
        var (path, query) = (path, [String]())
        for parameter in parameters {
            let name = parameter["name"]?.string ?? ""
            let example = parameter["example"]?.string ?? parameter["example"]?.text ?? "1"
            if parameter["in"] == "path", name != "id" {
                path = path.replacing("{\(name)}", with: example.percentEncoded)
            } else if parameter["in"] == "query", parameter["required"] == true {
                query.append("\(name)=1")
            }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }
}
