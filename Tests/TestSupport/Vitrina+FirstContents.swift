import Core
import Storage
import Web

extension Vitrina {
    /// Adds the initial entries of a new installation.
    package func addFirstContents() async throws {
        let dialect = database.dialect
        let steps = Migration.embedded.filter { step in
            step.dialect == dialect && Migration.contents.contains(step.name)
        }
        try await database.write { connection in for step in steps { try connection.script(step.sql) } }
        try await services.live.load()
        try await services.live.refresh()
    }
}
