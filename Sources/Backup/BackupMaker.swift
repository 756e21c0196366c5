import Core
import FoundationEssentials
import Storage

/// Makes a backup: the rows of one snapshot, then the files that they name, and last the description.
///
/// Writes go on meanwhile. A file that is in the place already, whole as far as is known, is not stored again.
struct BackupMaker: Sendable {
    /// A key of a Google account is smaller.
    private static let keySizeMax = 64 << 10

    let repository: BackupRepository
    let database: any Database
    let media: MediaStore
    /// The directory of keys of Google's accounts.
    let keys: String?
    let version: String
    let progress: @Sendable (BackupProgress) -> Void
    /// Throws if another program makes a backup instead, which may have removed what this one needs.
    let requireLease: @Sendable () async throws -> Void

    private struct Snapshot: Sendable {
        let step: String
        let tables: [String: Int64]
        let numbers: [String: Int64]
        let uploads: [Upload]
    }

    /// A row of the uploads.
    private struct Upload: Sendable {
        let id: String
        let size: Int
    }

    func make(_ id: String, at now: Timestamp) async throws -> BackupSummary {
        try await repository.withScratch { rows in
            let snapshot = try await snapshot(to: rows)
            let uploads = try await store(snapshot.uploads)
            let files = uploads + (try await storeKeys())
            return try await repository.withScratch { list in
                try await offTasks { try BackupFile.write(files, to: list) }
                let kept = files.filter { $0.kind != .lost }
                let summary = BackupSummary(
                    id: id,
                    at: now,
                    version: version,
                    database: database.dialect.rawValue,
                    step: snapshot.step,
                    tables: snapshot.tables,
                    numbers: snapshot.numbers,
                    rows: try await offTasks { try BackupSummary.Part(file: rows) },
                    list: try await offTasks { try BackupSummary.Part(file: list) },
                    files: Int64(kept.count),
                    filesSize: Int64(kept.reduce(0) { $0 + $1.size }),
                    lost: Int64(files.count - kept.count)
                )
                try await repository.put(rows, at: BackupRepository.key(of: id, .rows))
                try await repository.put(list, at: BackupRepository.key(of: id, .list))
                try await repository.requireOwned()
                try await requireLease()
                try await repository.put(
                    bytes: summary.json.bytes,
                    at: BackupRepository.key(of: id, .summary)
                )
                return summary
            }
        }
    }

    private func snapshot(to path: String) async throws -> Snapshot {
        let isCancelled = Locked(false)
        // Not among the long reads of staff, which would wait for its end.
        return try await Lane.background.run {
            try await withTaskCancellationHandler {
                try await database.read { [progress] connection in
                    let steps = try connection.rows("SELECT max(name) AS name FROM migrations")
                    let uploads = try connection.rows("SELECT id, size FROM media ORDER BY id")
                    let tables = try DatabaseRows.write(connection, to: path) { count in
                        // A read of PostgreSQL is not ended from outside.
                        if isCancelled.value { throw CancellationError() }
                        progress(.rows(count, of: nil))
                    }
                    return Snapshot(
                        step: try steps.first?.get("name") ?? "",
                        tables: tables,
                        numbers: try connection.lastNumbers(),
                        uploads: try uploads.map { Upload(id: try $0.get("id"), size: try $0.get("size")) }
                    )
                }
            } onCancel: {
                isCancelled.update { $0 = true }
            }
        }
    }

    // MARK: Files

    private func store(_ uploads: [Upload]) async throws -> [BackupFile] {
        let stored = try await repository.storedFiles()
        var files: [BackupFile] = []
        for (index, upload) in uploads.enumerated() {
            try Task.checkCancellation()
            progress(.files(index, of: uploads.count))
            files.append(try await store(upload, stored))
        }
        progress(.files(uploads.count, of: uploads.count))
        return files
    }

    /// Stores an upload unless it is there: then its file need not be read, nor even be in its place any more.
    private func store(
        _ upload: Upload,
        _ stored: BackupRepository.StoredFiles
    ) async throws -> BackupFile {
        // The name of an upload is its digest.
        let digest = String(upload.id.prefix(SHA256.size * 2))
        if !repository.has(digest, size: upload.size, in: stored) {
            guard let path = try await path(of: upload, digest) else {
                return BackupFile(kind: .lost, name: upload.id, size: 0, digest: digest)
            }
            try await repository.putFile(path, digest, in: stored)
        }
        return BackupFile(kind: .upload, name: upload.id, size: upload.size, digest: digest)
    }

    /// The file of an upload; nil if it is missing, unreadable, or another one than was uploaded.
    private func path(of upload: Upload, _ digest: String) async throws -> String? {
        do {
            let path = try await media.file(of: upload.id).path
            let part = try await offTasks { try BackupSummary.Part(file: path) }
            return part.digest == digest && part.size == Int64(upload.size) ? path : nil
        } catch let problem as Problem where problem.kind == .notFound {
            return nil
        } catch ObjectFault.wrong {
            return nil
        } catch let error as FileError where !error.isFull && !error.isScarce {
            return nil
        }
    }

    private func storeKeys() async throws -> [BackupFile] {
        guard let keys else { return [] }
        var files: [BackupFile] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: keys).sorted() {
            guard name.hasSuffix(".json"), ObjectKey(name) != nil else { continue }
            let path = "\(keys)/\(name)"
            let part = try await offTasks { try BackupSummary.Part(file: path) }
            guard part.size <= Self.keySizeMax else { continue }
            try await repository.put(path, at: repository.key(ofFile: part.digest))
            files.append(BackupFile(kind: .key, name: name, size: Int(part.size), digest: part.digest))
        }
        return files
    }
}

extension Connection {
    /// The last number that each numbered table has given.
    fileprivate func lastNumbers() throws -> [String: Int64] {
        let sql: SQL =
            switch dialect {
            case .sqlite: "SELECT name, seq AS last FROM sqlite_sequence"
            case .postgres:
                """
                SELECT t.relname::text AS name, pg_sequence_last_value(s.oid) AS last
                FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass
                    AND d.deptype = 'i' JOIN pg_class t ON t.oid = d.refobjid
                WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace
                """
            }
        return try rows(sql).reduce(into: [:]) { numbers, row in
            if let last: Int64 = try row.get("last") { numbers[try row.get("name")] = last }
        }
    }
}
