/// One numbered step of the schema in one dialect; the build generates `embedded` from `Migrations/`.
package struct Migration: Sendable, Hashable {
    package let dialect: Dialect
    /// The name of the file without `.sql`: `0001_core`.
    package let name: String
    package let sql: String

    package init(dialect: Dialect, name: String, sql: String) {
        self.dialect = dialect
        self.name = name
        self.sql = sql
    }

    /// The number before the name: `0001`.
    package var number: String { String(name.prefix { $0 != "_" }) }
}
