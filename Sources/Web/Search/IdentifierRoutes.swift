import Core
import Hummingbird
import Storage

/// Whole ids for the parts of them that people type: `/admin/api/v1/ids`.
struct IdentifierRoutes: Sendable, OpenAPISection {
    static let tag = "Search"
    static let partLengthMin = 8
    static let partLengthMax = 36
    /// How many ids are told where a part fits several.
    static let candidatesMax = 10

    private let database: any Database
    private let sources: [IdentifierSource]

    init(services: Services) {
        database = services.database
        sources =
            IdentifierSource.common + services.resources.compactMap { IdentifierSource($0) }
            + services.modules.flatMap { module in
                module.identifierSources
                    + module.types.map { declaration in
                        let name = declaration.type.name
                        let path = "\(module.name)/\(name)"
                        return IdentifierSource(path, table: "contents", type: name, right: .readContent)
                    }
            }
    }

    func add(to group: RouterGroup<StaffContext>) {
        group.get("ids") { request, context in try await find(request, context) }
    }

    private func find(_ request: Request, _ context: StaffContext) async throws -> Response {
        let (place, part) = try Self.ask(request)
        guard let source = sources.first(where: { $0.stands(at: place.split(separator: "/")) }) else {
            throw Problem.notFound(Localized("Под этим адресом нет id.", "Nothing has ids under that path."))
        }
        try context.author.require(source.right)
        let ids = try await database.read { try $0.ids(like: part, from: source) }
        return .json(["items": .array(ids.map { ["id": .string($0)] }), "next": .null])
    }

    private static func ask(_ request: Request) throws(Problem) -> (place: String, part: String) {
        var (place, part, faults) = (nil as String?, nil as String?, [Fault]())
        for (name, value) in request.query {
            switch name {
            case "in": place = value
            case "part": part = value.lowercased()
            case _:
                faults.append(
                    Fault("#/\(name.prefix(80))", "нет такого параметра", "is not a parameter here")
                )
            }
        }
        if place == nil { faults.append(Fault("#/in", "нужно указать", "is missing")) }
        let isPart =
            part.map {
                partLengthMin...partLengthMax ~= $0.utf8.count
                    && $0.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 || $0 == UInt8(ascii: "-") }
            } ?? false
        if !isPart {
            let bounds = "\(partLengthMin)–\(partLengthMax)"
            faults.append(
                Fault(
                    "#/part",
                    "\(bounds) шестнадцатеричных цифр и дефисов",
                    "must be \(bounds) hexadecimal digits and hyphens"
                )
            )
        }
        guard let place, let part, faults.isEmpty else { throw .invalid(faults) }
        return (place, part)
    }

    static let openAPIPaths: [String: JSON] = [
        "\(OpenAPI.prefix)/ids": [
            "get": operation(
                "ids_find",
                "Whole ids that begin or end with a part, at most \(candidatesMax).",
                OpenAPI.page(of: [
                    "type": "object", "required": ["id"], "properties": ["id": ["type": "string"]],
                ]),
                [
                    required(
                        "in",
                        ["type": "string"],
                        "What stands before the id in its address: `mall/offers`."
                    ),
                    required(
                        "part",
                        [
                            "type": "string", "pattern": "^[0-9A-Fa-f-]+$",
                            "minLength": .integer(Int64(partLengthMin)),
                            "maxLength": .integer(Int64(partLengthMax)),
                        ],
                        "The beginning or the end of an id."
                    ),
                ]
            )
        ]
    ]

    private static func required(_ name: String, _ schema: JSON, _ description: String) -> JSON {
        parameter(name, schema, description).merged(with: ["required": true])
    }
}

extension Connection {
    /// The ids that begin or end with the part, of which each sign stands for itself alone.
    fileprivate func ids(like part: String, from source: IdentifierSource) throws -> [String] {
        let text: SQL = "CAST(\(source.key) AS text)"
        var condition: SQL = "(\(text) LIKE \(part + "%") OR \(text) LIKE \("%" + part))"
        if let type = source.type { condition.append(" AND type = \(type)") }
        let limit = Int64(IdentifierRoutes.candidatesMax)
        return try rows(
            "SELECT \(text) AS id FROM \(source.tables) WHERE \(condition) ORDER BY 1 LIMIT \(limit)"
        ).map { try $0.get("id") }
    }
}
