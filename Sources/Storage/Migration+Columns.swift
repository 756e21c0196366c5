extension Migration {
    /// The columns that were ever made with a type, such as `jsonb`, by their tables; some may be gone.
    ///
    /// The types are those of one dialect: a column that is `jsonb` on PostgreSQL holds JSON as a text on SQLite.
    package static func columns(ofType type: String, in dialect: Dialect) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for migration in embedded where migration.dialect == dialect {
            var table = ""
            for line in migration.sql.split(separator: "\n") {
                let words = line.split { " (),;".contains($0) }.map { String($0).replacing("\"", with: "") }
                if words.starts(with: ["CREATE", "TABLE"]), words.count > 2 {
                    table = words[2]
                } else if words.starts(with: ["ALTER", "TABLE"]), words.count > 6, words[4] == "COLUMN" {
                    if words[3] == "ADD", words[6] == type { found[words[2], default: []].insert(words[5]) }
                } else if words.count > 1, words[1] == type {
                    found[table, default: []].insert(words[0])
                }
            }
        }
        return found
    }
}
