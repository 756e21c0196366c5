/// A database that takes no writes once its schema has gone past what this program can work with.
///
/// Reads go on as far as the schema lets them; one that fails for the schema says so.
package struct GatedDatabase: WrappingDatabase {
    package let base: any Database
    private let gate: SchemaGate

    package init(_ base: any Database, _ gate: SchemaGate) {
        (self.base, self.gate) = (base, gate)
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        do {
            return try await base.read(body)
        } catch let error as StorageError where error.mayComeFromSchema {
            throw await cause(of: error)
        }
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try gate.requireOpen()
        do {
            return try await base.write(body)
        } catch let error as StorageError where error.mayComeFromSchema {
            throw await cause(of: error)
        }
    }

    /// `.outdated` if the schema has just gone past this program, else the error itself.
    private func cause(of error: StorageError) async -> StorageError {
        guard let steps = try? await gate.look(), !steps.isEmpty else { return error }
        return .outdated(steps)
    }
}

extension StorageError {
    /// True for what a missing table or column, or a new rule, brings about.
    fileprivate var mayComeFromSchema: Bool {
        switch self {
        case .other, .column, .constraint: true
        case .unique, .reference, .busy, .unreachable, .readOnly, .full, .detached, .outdated, .damaged,
            .text,
            .migration:
            false
        }
    }
}
