import Core
import Storage
import Web

extension ResourceColumn {
    /// A column of a user from a joined table.
    static func person(_ name: String, _ title: Localized, of table: String = "u") -> ResourceColumn {
        let nobody = Localized("Без входа", "Not signed in")
        return ResourceColumn(name, .person(table: table, path: "/people", nobody: nobody), title)
    }
}

extension ResourceFilter {
    /// A filter by user.
    static func person(
        _ name: String,
        _ title: Localized,
        _ condition: @escaping @Sendable (String) -> SQL
    ) -> ResourceFilter {
        ResourceFilter(name, title, .person(table: "mall_users", condition))
    }
}

extension ResourceColumn.Kind {
    /// The snapshot of an offer or event.
    static var snapshot: Self {
        .object(
            ResourceObject(
                schema: [
                    "type": ["object", "null"], "required": ["id", "type", "title", "shop"],
                    "properties": [
                        "id": ["type": "string", "format": "uuid"], "type": ["type": "string"],
                        "title": ["type": "string"], "shop": ["type": ["string", "null"]],
                    ],
                ],
                read: { text, _, language in MallSnapshot(try JSON(parsing: text))?.line(language) ?? .null },
                title: { value, _ in value["title"]?.string ?? "" },
                detail: { $0["shop"]?.string ?? "" },
                path: { value in
                    guard let id = value["id"]?.string, let type = value["type"]?.string else { return nil }
                    return "/mall/\(type)/\(id)"
                }
            )
        )
    }
}
