/// One numbered step of the schema in one dialect; `embedded` holds them all, written by the build from `Migrations/`.
package struct Migration: Sendable, Hashable {
    package let dialect: Dialect
    /// As the file is called, without `.sql`: `0001_core`.
    package let name: String
    package let sql: String

    package init(dialect: Dialect, name: String, sql: String) {
        self.dialect = dialect
        self.name = name
        self.sql = sql
    }
}
