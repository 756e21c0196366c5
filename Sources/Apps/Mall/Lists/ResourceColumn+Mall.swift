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
            ResourceObject(MallSnapshot.Line.self) { text, _, language in
                MallSnapshot(try JSON(parsing: text))?.line(language)
            }
        )
    }
}
