import Core

extension BackupRepository {
    /// Checks that everything is there and is as it was written.
    ///
    /// - Parameters:
    ///   - summary: The backup.
    ///   - isWhole: True to read each file, too; else only their presence and their sizes are checked.
    ///   - progress: Called now and then.
    /// - Throws: The first `BackupDamage`; the next backup stores every damaged file again.
    package func verify(
        _ summary: BackupSummary,
        isWhole: Bool,
        progress: @escaping @Sendable (BackupProgress) -> Void
    ) async throws {
        let files = try await files(of: summary)
        try await withRows(of: summary) { path in
            let counts = try await offTasks { try DatabaseRows.count(path) }
            if let table = summary.tables.keys.sorted().first(where: { counts[$0] != summary.tables[$0] }) {
                throw BackupDamage.count(table: table)
            }
            progress(.rows(summary.rowCount, of: summary.rowCount))
        }
        let stored = try await storedFiles()
        var first: BackupDamage?
        for (index, file) in files.enumerated() where file.kind != .lost {
            try Task.checkCancellation()
            progress(.files(index, of: files.count))
            do {
                try await check(file, in: stored, isWhole: isWhole)
            } catch let damage as BackupDamage {
                first = first ?? damage
            }
        }
        progress(.files(files.count, of: files.count))
        if let first { throw first }
    }

    /// The files of a backup.
    func files(of summary: BackupSummary) async throws -> [BackupFile] {
        try await withPart(.list, summary.list, of: summary.id) { path in
            try await offTasks { try BackupFile.read(path) }
        }
    }

    /// Runs `body` with the path of the rows, which are as they were written.
    func withRows<R>(of summary: BackupSummary, _ body: (String) async throws -> R) async throws -> R {
        try await withPart(.rows, summary.rows, of: summary.id, body)
    }

    private func withPart<R>(
        _ name: Part,
        _ part: BackupSummary.Part,
        of id: String,
        _ body: (String) async throws -> R
    ) async throws -> R {
        try await withScratch { path in
            let key = try Self.key(of: id, name)
            try await get(key, to: path)
            guard try await offTasks({ try BackupSummary.Part(file: path) }) == part else {
                throw BackupDamage.bytes(key.text)
            }
            return try await body(path)
        }
    }

    /// Runs `body` with the path of a file, whose bytes are as they were.
    func withFile<R>(_ file: BackupFile, _ body: (String) async throws -> R) async throws -> R {
        try await withScratch { path in
            try await get(key(ofFile: file.digest), to: path)
            let part = try await offTasks { try BackupSummary.Part(file: path) }
            guard part.digest == file.digest, part.size == Int64(file.size) else {
                throw BackupDamage.bytes(file.name)
            }
            return try await body(path)
        }
    }
}
