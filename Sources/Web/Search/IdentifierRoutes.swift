import Core
import Hummingbird
import Storage

/// Completes partial ids that people type: `/admin/api/v1/ids`.
enum IdentifierRoutes: RouteList {
    static let tag = "Search"
    private static let partLength = 8...36
    /// The number of ids that are returned if a part matches several.
    fileprivate static let candidatesMax = 10

    static let routes = [
        Route(
            .get,
            "ids",
            "ids_find",
            "Whole ids that begin or end with a part, at most \(candidatesMax).",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "in",
                    .text(lengthMax: Limits.cursorLengthMax),
                    "The address of the list that the id is in: `<app>/<type>`.",
                    isRequired: true
                ),
                RouteParameter(
                    "part",
                    .text(lengthMax: partLength.upperBound),
                    "The beginning or the end of an id: hexadecimal digits and hyphens, at least 8.",
                    isRequired: true
                ),
            ],
            answer: .page(of: Schema.object(["id": Schema.text]))
        ) { call in
            let place = (call.text("in") ?? "").split(separator: "/")
            let part = try checked(call.text("part") ?? "")
            guard let source = call.services.identifierSources.first(where: { $0.stands(at: place) }) else {
                throw Problem.notFound(
                    Localized("Под этим адресом нет id.", "Nothing has ids under that path.")
                )
            }
            try call.author.require(source.right)
            let ids = try await call.services.database.read { try $0.ids(like: part, from: source) }
            return .json(["items": .array(ids.map { ["id": .string($0)] }), "next": .null])
        }
    ]

    private static func checked(_ text: String) throws(Problem) -> String {
        let part = text.lowercased()
        let isPart =
            partLength ~= part.utf8.count
            && part.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 || $0 == UInt8(ascii: "-") }
        guard !isPart else { return part }
        let bounds = "\(partLength.lowerBound)–\(partLength.upperBound)"
        throw .invalid([
            Fault(
                "#/part",
                "\(bounds) шестнадцатеричных цифр и дефисов",
                "must be \(bounds) hexadecimal digits and hyphens"
            )
        ])
    }
}

extension Services {
    fileprivate var identifierSources: [IdentifierSource] {
        let lists = resources.compactMap { IdentifierSource($0) }
        let contents = modules.flatMap { module in
            module.types.map { declaration in
                let name = declaration.type.name
                let path = "\(module.name)/\(name)"
                return IdentifierSource(path, table: "contents", type: name, right: .readContent)
            }
        }
        return IdentifierSource.common + lists + modules.flatMap(\.identifierSources) + contents
    }
}

extension Connection {
    /// The ids that begin or end with the part, whose characters are matched literally.
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
