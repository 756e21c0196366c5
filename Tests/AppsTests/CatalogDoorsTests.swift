import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// Every content type in the interpreters that describe it: form, filters and OpenAPI.
struct CatalogDoorsTests {
    static let names = Catalog.types.map { $0.type.name }

    @Test(arguments: names)
    func `the form of a type has every field, in both languages`(name: String) async throws {
        try await withVitrina { vitrina in
            let type = try #require(Catalog.types.map { $0.type }.first { $0.name == name })
            for language in Language.allCases {
                let reply = try await vitrina.send(
                    .get,
                    "\(Vitrina.path(of: name))/schema",
                    headers: [.acceptLanguage: language.rawValue],
                    as: Vitrina.viewer
                )

                #expect(reply.status == 200)
                #expect(reply.json["title"] == .string(type.title[language]))
                let fields = reply.json["fields"]?.array ?? []
                #expect(fields.map { $0["name"]?.string } == type.fields.map(\.name))
                #expect(fields.map { $0["title"]?.string } == type.fields.map { $0.title[language] })
                #expect(fields.map { $0["required"]?.bool } == type.fields.map { !$0.isOptional })
            }
        }
    }

    @Test(arguments: names)
    func `OpenAPI describes every field and every address of a type`(name: String) throws {
        let type = try #require(Catalog.types.map { $0.type }.first { $0.name == name })
        let document = Catalog.openAPI

        let properties =
            document["components"]?["schemas"]?["\(type.singular)_fields"]?["properties"]?.object ?? [:]
        let window = type.window == .none ? [] : ContentType.windowNames
        #expect(Set(properties.keys) == Set(type.fields.map(\.name) + window))
        let base = "\(Vitrina.path(of: name))"
        for path in [
            "", "/schema", "/{id}", "/{id}/draft", "/{id}/publication", "/{id}/position", "/{id}/history",
            "/{id}/schedule/publication", "/{id}/schedule/withdrawal",
        ] {
            #expect(document["paths"]?[base + path] != nil, "\(base + path)")
        }
        let parameters = document["paths"]?[base]?["get"]?["parameters"]?.array ?? []
        let described = Set(parameters.compactMap { $0["name"]?.string })
        #expect(described.isSuperset(of: type.filters.map(\.name) + ["state", "sort", "limit", "cursor"]))
    }

    @Test(arguments: TestDatabase.all, names)
    func `every filter that is declared can be asked for`(kind: TestDatabase, name: String) async throws {
        try await withVitrina(kind) { vitrina in
            let type = try #require(Catalog.types.map { $0.type }.first { $0.name == name })
            let body = Example.body(of: type, in: try await vitrina.world(for: type))
            let path = "\(Vitrina.path(of: name))"
            let created = try await vitrina.send(.post, path + "?publish=true", .object(body))
            #expect(created.status == 201, "\(created.text)")

            for field in type.filters {
                let value = body[field.name] ?? .null
                let text = value.string ?? value.array?.first?.string ?? value.text
                let found = try await vitrina.send(.get, "\(path)?\(field.name)=\(text)")
                #expect(found.status == 200, "\(found.text)")
                let ids = found.json.items.compactMap { $0["id"]?.string }
                #expect(ids.contains(created.id), "\(field.name)=\(text)")
            }
        }
    }
}
