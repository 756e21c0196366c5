import Storage

/// A database whose transactions are spans in the trace of the task that runs them.
///
/// A span has the time from the call to the result: waiting for a connection, retries and the commit are in it. It has
/// no text and no values of statements.
package struct TracedDatabase: WrappingDatabase {
    package let base: any Database

    package init(_ base: any Database) {
        self.base = base
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        guard let span = TraceSpan.current?.child(.client) else { return try await base.read(body) }
        do {
            let result = try await base.read(body)
            end(span, "read", nil)
            return result
        } catch {
            end(span, "read", error)
            throw error
        }
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        guard let cause = TraceSpan.current else { return try await base.write(body) }
        let span = cause.child(.client)
        do {
            // So that a message of this transaction belongs to the trace of the request.
            let result = try await base.write { connection in
                try cause.runInPlace { try body(connection) }
            }
            end(span, "write", nil)
            return result
        } catch {
            end(span, "write", error)
            throw error
        }
    }

    private func end(_ span: TraceSpan, _ operation: String, _ error: (any Error)?) {
        let system =
            switch dialect {
            case .sqlite: "sqlite"
            case .postgres: "postgresql"
            }
        span.end(
            "\(system) \(operation)",
            ["db.system": .string(system), "db.operation.name": .string(operation)],
            // A refusal by the body, such as a version that has changed, is no failure of the database.
            error: (error as? StorageError)?.name
        )
    }
}

extension StorageError {
    /// Its kind, without the values that its text may have.
    fileprivate var name: String {
        switch self {
        case .unique: "unique"
        case .reference: "reference"
        case .constraint: "constraint"
        case .busy: "busy"
        case .unreachable: "unreachable"
        case .readOnly: "read_only"
        case .full: "full"
        case .detached: "detached"
        case .outdated: "outdated"
        case .damaged: "damaged"
        case .text: "text"
        case .column: "column"
        case .migration: "migration"
        case .other: "other"
        }
    }
}
