import Storage

/// Reads every row of a database and looks for every upload, and reports what is damaged.
///
/// It takes long, and blocks nothing: a server may go on beside it.
package struct DeepCheck: Sendable {
    private static let batch = 500

    /// The numbers of what was read, and the faults found.
    package struct Report: Sendable, Hashable {
        private static let damageMax = 20

        package fileprivate(set) var tables = 0
        package fileprivate(set) var rows: Int64 = 0
        package fileprivate(set) var uploads = 0
        /// The first faults.
        package fileprivate(set) var damage: [Localized] = []
        /// The number of all faults.
        package fileprivate(set) var faults = 0
        /// The number of indexes that could not be checked, which says nothing about them.
        package fileprivate(set) var uncheckedIndexes = 0
        /// The first of them, and the reason.
        package fileprivate(set) var uncheckedReason = ""

        fileprivate mutating func add(_ ru: String, _ en: String) {
            faults += 1
            if damage.count < Self.damageMax { damage.append(Localized(ru, en)) }
        }

        fileprivate mutating func skip(_ index: String, because reason: String) {
            if uncheckedIndexes == 0 { uncheckedReason = "\(index): \(reason)" }
            uncheckedIndexes += 1
        }
    }

    /// A file, as the database knows it.
    private struct Upload: Sendable {
        let id: String
        let size: Int64
    }

    private let database: any Database
    private let sizeOfUpload: @Sendable (String) async throws -> Int?

    /// `sizeOfUpload` returns nil if there is no such file.
    package init(
        database: any Database,
        sizeOfUpload: @escaping @Sendable (String) async throws -> Int?
    ) {
        (self.database, self.sizeOfUpload) = (database, sizeOfUpload)
    }

    package func run() async throws -> Report {
        // Not at a read replica, whose disk is another one.
        try await Lane.heavy.run {
            var report = Report()
            let tables = try await database.read { try $0.tables() }
            let json = Migration.columns(ofType: "jsonb", in: .postgres)
            for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
                try Task.checkCancellation()
                let texts = json[table, default: []].intersection(columns).sorted()
                try await read(table, texts, into: &report)
            }
            try await readIndexes(into: &report)
            try await findUploads(into: &report)
            return report
        }
    }

    // MARK: Tables

    private func read(_ table: String, _ json: [String], into report: inout Report) async throws {
        report.tables += 1
        do {
            let (rows, wrong) = try await database.read { connection in
                var rows: Int64 = 0
                try connection.forEach("SELECT * FROM \(name: table)") { _ in rows += 1 }
                return (rows, try connection.wrongTexts(json, of: table))
            }
            report.rows += rows
            for column in json {
                guard let count = wrong[column], count > 0 else { continue }
                report.add(
                    "Таблица \(table): в столбце \(column) не JSON, строк: \(count)",
                    "Table \(table): the column \(column) holds no JSON in \(count) rows"
                )
            }
        } catch StorageError.damaged(let message) {
            report.add("Таблица \(table): \(message)", "Table \(table): \(message)")
        }
    }

    /// Runs the check of indexes that PostgreSQL has, if its extension is installed and may be used.
    private func readIndexes(into report: inout Report) async throws {
        guard database.dialect == .postgres else { return }
        for (name, number) in try await database.read({ try $0.checkableIndexes() }) {
            do {
                _ = try await database.read { connection in
                    try connection.rows(
                        "SELECT bt_index_check(CAST(CAST(\(number) AS oid) AS regclass))::text AS done"
                    )
                }
            } catch StorageError.damaged(let message) {
                report.add("Индекс \(name): \(message)", "Index \(name): \(message)")
            } catch StorageError.busy(let message) {
                // A large index takes longer than a statement may.
                report.skip(name, because: message)
            } catch StorageError.other(let message) {
                // Only a superuser may check it, unless somebody has been given the right; or it is gone by now.
                report.skip(name, because: message)
            }
        }
    }

    // MARK: Uploads

    private func findUploads(into report: inout Report) async throws {
        var last = ""
        while case let page = try await uploads(after: last), let end = page.last {
            for upload in page {
                try Task.checkCancellation()
                report.uploads += 1
                let size = try await sizeOfUpload(upload.id)
                guard size.map({ Int64($0) }) != upload.size else { continue }
                // It may have been removed meanwhile, with its row.
                guard try await isThere(upload) else { continue }
                if let size {
                    report.add(
                        "Файл \(upload.id): \(size) байт вместо \(upload.size)",
                        "The file \(upload.id) has \(size) bytes, and not \(upload.size)"
                    )
                } else {
                    report.add("Файла \(upload.id) нет", "The file \(upload.id) is missing")
                }
            }
            last = end.id
        }
    }

    private func uploads(after last: String) async throws -> [Upload] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, size FROM media WHERE id > \(last) ORDER BY id LIMIT \(Self.batch)"
            ).map { Upload(id: try $0.get("id"), size: try $0.get("size")) }
        }
    }

    private func isThere(_ upload: Upload) async throws -> Bool {
        try await database.read { connection in
            try !connection.rows("SELECT id FROM media WHERE id = \(upload.id)").isEmpty
        }
    }
}

extension Connection {
    /// The number of rows without JSON in each of these columns; PostgreSQL keeps nothing else in them.
    fileprivate func wrongTexts(_ columns: [String], of table: String) throws -> [String: Int64] {
        guard dialect == .sqlite else { return [:] }
        return try columns.reduce(into: [:]) { counts, column in
            counts[column] = try rows(
                """
                SELECT count(*) AS count FROM \(name: table)
                WHERE \(name: column) IS NOT NULL AND NOT json_valid(\(name: column))
                """
            ).first?.get("count")
        }
    }

    /// The numbers of the indexes that the extension `amcheck` can check, by name; none without it.
    fileprivate func checkableIndexes() throws -> [String: Int64] {
        guard try !rows("SELECT 1 AS one FROM pg_extension WHERE extname = 'amcheck'").isEmpty else {
            return [:]
        }
        return try rows(
            """
            SELECT c.relname::text AS name, c.oid::bigint AS number
            FROM pg_class c JOIN pg_am a ON a.oid = c.relam
            WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relnamespace = current_schema()::regnamespace
            """
        ).reduce(into: [:]) { indexes, row in
            indexes[try row.get("name")] = try row.get("number", as: Int64.self)
        }
    }
}
