import Core

/// The OpenAPI 3.1 description of the admin API, generated from the declarations.
package enum OpenAPI {
    package static let prefix = "/admin/api/v1"

    /// The operations of the program itself.
    static let lists: [any RouteList.Type] = [
        SessionRoutes.self, MeRoutes.self, IdentifierRoutes.self, StatusRoutes.self, ServerLogRoutes.self,
        AppSettingRoutes.self,
        ReleaseRoutes.self, AgendaRoutes.self, WarningRoutes.self, SearchRoutes.self, TitleRoutes.self,
        MediaRoutes.self, EventRoutes.self, CodeRoutes.self,
    ]

    package static func document(_ modules: [any Module]) -> JSON {
        var paths = merged([
            fixedPaths, ProbeRoutes.openAPIPaths,
        ])
        for list in Self.lists {
            // A path may have operations of several lists.
            paths.merge(list.openAPIPaths) { $0.adding($1) }
        }
        var schemas = merged([
            fixedSchemas, lifeSchemas, eventSchemas, codeSchemas, scheduleSchemas, transferSchemas,
        ])
        for module in modules {
            for type in module.types.map({ $0.type }) {
                schemas[type.fieldsName] = type.fieldsSchema
                schemas[type.singular] = type.contentSchema
            }
            paths.merge(declaredPaths(of: module)) { first, _ in first }
        }
        let lists = SystemLists.resources(with: modules)
        for list in lists { paths.merge(list.openAPIPaths) { first, _ in first } }
        let none = JSON.array([])
        let said = permissions(modules)
        let examples = OpenAPIExamples(
            schemas: schemas,
            recorded: merged(
                [OpenAPIExamples.recorded] + modules.map { OpenAPIExamples.read($0.openAPIExamples) }
            )
        )
        let told = describingChanges(paths).mapValues { tellingNeeds($0, said) }
        return namingChoices([
            "openapi": "3.1.0",
            "info": .object(info),
            "servers": .array([["url": "/"]]),
            "security": .array([["token": none], ["session": none]]),
            "paths": .object(told.mapValues { examples.added(to: $0) }),
            "components": .object([
                "schemas": .object(schemas), "examples": examples.components,
                "parameters": changeParameters,
                "responses": ["Problem": problem],
                "securitySchemes": .object(
                    merged([securitySchemes] + modules.map(\.openAPISecuritySchemes))
                ),
            ]),
        ])
    }

    /// The permissions of each operation, by its name.
    private static func permissions(_ modules: [any Module]) -> [String: [Permission]] {
        let declared = modules.flatMap { $0.resources.map { $0.resource } }
        let resources = SystemLists.resources(with: modules) + declared
        let routes = lists + modules.flatMap(\.routes)
        return merged(
            [needs] + routes.map { $0.openAPIPermissions } + resources.map(\.openAPIPermissions)
                + modules.map(\.openAPIPermissions)
        )
    }

    /// The paths of its content types, its lists, and its own operations.
    private static func declaredPaths(of module: any Module) -> [String: JSON] {
        let base = "\(prefix)/\(module.name)"
        let types = module.types.map { $0.type }.flatMap { type in
            [type.paths(under: base), type.schedulePaths(under: base), type.transferPaths(under: base)]
        }
        let lists = module.resources.map { $0.resource.openAPIPaths } + module.routes.map { $0.openAPIPaths }
        return merged(types + lists + [module.openAPIPaths])
    }

    private static func merged<Part>(_ parts: [[String: Part]]) -> [String: Part] {
        parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    private static let info: [String: JSON] = [
        "title": "Vitrina admin API", "version": .string(version),
        "license": ["name": "MIT", "identifier": "MIT"],
    ]

    private static let securitySchemes: [String: JSON] = [
        "token": ["type": "http", "scheme": "bearer"],
        "session": ["type": "apiKey", "in": "cookie", "name": .string(SessionRoutes.cookie)],
    ]

    // MARK: Parts of operations

    package static func operation(
        _ name: String,
        _ summary: String,
        tag: String,
        answers: JSON,
        parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        var members: [String: JSON] = [
            "operationId": .string(name), "summary": .string(summary), "tags": [.string(tag)],
            "responses": answers,
        ]
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body { members["requestBody"] = body }
        return .object(members)
    }

    package static func answer(_ description: String, _ schema: JSON, status: String = "200") -> JSON {
        .object([
            status: [
                "description": .string(description),
                "content": ["application/json": ["schema": schema]],
            ],
            "default": ["$ref": "#/components/responses/Problem"],
        ])
    }

    package static let nothing: JSON = [
        "204": ["description": "Done."], "default": ["$ref": "#/components/responses/Problem"],
    ]

    package static func page(of element: JSON) -> JSON {
        answer(
            "A page.",
            [
                "type": "object", "required": ["items", "next"],
                "properties": [
                    "items": ["type": "array", "items": element],
                    "next": ["type": ["string", "null"], "description": "The cursor of the next page."],
                ],
            ]
        )
    }

    package static func body(_ schema: JSON) -> JSON {
        ["required": true, "content": ["application/json": ["schema": schema]]]
    }

    package static func pathParameter(_ name: String, _ schema: JSON) -> JSON {
        ["name": .string(name), "in": "path", "required": true, "schema": schema]
    }

    package static let idParameter: JSON = pathParameter(
        "id",
        ["type": "string", "description": "An id or a slug."]
    )
    package static let id: JSON = [idParameter]
    package static let paging: [JSON] = [
        [
            "name": "limit", "in": "query",
            "schema": [
                "type": "integer", "minimum": 1, "maximum": .integer(Int64(Limits.pageSizeMax)),
                "default": .integer(Int64(Limits.pageSizeDefault)),
            ],
        ],
        ["name": "cursor", "in": "query", "schema": ["type": "string"]],
    ]
    package static let versionParameter: JSON = [
        "name": "If-Match", "in": "header", "required": true, "schema": ["type": "string"],
        "description": "The `version` or `revision` that the change was made from, in quotes (\"3\"), or *.",
    ]
    package static let anyVersionParameter: JSON = [
        "name": "If-Match", "in": "header", "schema": ["type": "string"],
        "description": "The `version` that must still be there, in quotes (\"3\"); any if it is left out.",
    ]
    package static let noteParameter: JSON = [
        "name": "X-Note", "in": "header", "schema": ["type": "string"],
        "description": "Why; percent-encoded UTF-8, kept in the history.",
    ]

    private static let problem: JSON = [
        "description": "The problem (RFC 9457).",
        "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
}
