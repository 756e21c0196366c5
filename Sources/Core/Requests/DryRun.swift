import Storage

/// A request that is run only to see its result.
///
/// Each write runs in a transaction that is rolled back. A later step of the request runs after the same writes
/// in one transaction, and so sees their effect; by contract the body of a write can run more than once.
package final class DryRun: Sendable {
    /// Writes of one request that a dry run may repeat for each step that follows.
    package static let dryRunWritesMax = 50

    private let steps: Locked<[Step]>

    private typealias Step = @Sendable (any Connection) throws -> Void

    /// The result of a transaction that was rolled back on purpose.
    private struct Undone<R: Sendable>: Error {
        let result: R
    }

    /// The uploads with these ids are assumed to exist, because they were uploaded in a dry run themselves.
    package init(uploads: [String] = [], at now: Timestamp) {
        let assume: Step = { connection in
            for upload in uploads { try connection.assume(upload, at: now) }
        }
        steps = Locked(uploads.isEmpty ? [] : [assume])
    }

    func read<R: Sendable>(
        _ database: any Database,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let steps = steps.value
        return steps.isEmpty ? try await database.read(body) : try await run(steps, body, on: database)
    }

    func write<R: Sendable>(
        _ database: any Database,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let steps = steps.value
        guard steps.count < DryRun.dryRunWritesMax else {
            throw Problem(
                .conflict,
                Localized(
                    "Для пробного запуска здесь слишком много шагов (больше \(DryRun.dryRunWritesMax)).",
                    "This takes more than \(DryRun.dryRunWritesMax) steps, too many for a dry run."
                )
            )
        }
        let result = try await run(steps, body, on: database)
        self.steps.update { $0.append { connection in _ = try body(connection) } }
        return result
    }

    private func run<R: Sendable>(
        _ steps: [Step],
        _ body: @escaping @Sendable (any Connection) throws -> R,
        on database: any Database
    ) async throws -> R {
        do {
            try await database.write { connection in
                for step in steps { try step(connection) }
                let result = try body(connection)
                try connection.checkDeferred()
                throw Undone(result: result)
            }
        } catch let undone as Undone<R> {
            return undone.result
        }
        throw StorageError.other("A dry run was not undone.")
    }
}

extension Connection {
    /// Checks the constraints now that would be checked at commit.
    fileprivate func checkDeferred() throws {
        switch dialect {
        case .sqlite: break
        case .postgres: try execute("SET CONSTRAINTS ALL IMMEDIATE")
        }
    }

    fileprivate func assume(_ upload: String, at now: Timestamp) throws {
        guard let type = Media.type(ofID: upload) else { return }
        try send(
            """
            INSERT INTO media (id, name, media_type, size, created_at, touched_at, author)
            VALUES (\(upload), \(upload), \(type.rawValue), 1, \(now), \(now), '')
            ON CONFLICT (id) DO NOTHING
            """
        )
    }
}
