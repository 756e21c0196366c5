import Storage

/// Deletes unused uploads: those in no draft, no published or trashed entry and no history.
///
/// The history of purged entries does not count, because they cannot be restored.
extension MediaStore {
    private static let unusedMediaAge: Duration = .seconds(30 * 86_400)
    /// The minimum interval between two runs of a daily chore, whatever the hour.
    static let choreAge: Duration = .seconds(23 * 3600)

    static let unusedChore = "media.unused"

    /// Runs once a day for all servers; returns the number deleted.
    ///
    /// Files that were uploaded recently, even again, stay, because somebody may be about to use them.
    @discardableResult
    package func removeUnused(of types: [ContentType]) async throws -> Int {
        let now = now()
        let isDue = try await database.write {
            try $0.begin(Self.unusedChore, at: now, every: Self.choreAge)
        }
        guard isDue else { return 0 }
        let border = now.advanced(by: .zero - Self.unusedMediaAge)
        guard try await candidates(before: border, after: "").isEmpty == false else { return 0 }
        let (used, last) = try await usedMedia(of: types)
        var (count, id) = (0, "")
        while case let batch = try await candidates(before: border, after: id), let end = batch.last {
            id = end
            for candidate in batch where !used.contains(candidate) {
                if try await remove(candidate, untouchedSince: border, readUpTo: last, at: now) { count += 1 }
            }
        }
        return count
    }

    private func candidates(before border: Timestamp, after id: String) async throws -> [String] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT id FROM media WHERE touched_at < \(border) AND id > \(id)
                ORDER BY id LIMIT \(Limits.housekeepingBatch)
                """
            ).map { try $0.get("id") }
        }
    }

    /// Every upload that any body names, and the last row of history before the scan.
    ///
    /// A concurrent change writes a later row, which is checked before anything is deleted.
    private func usedMedia(of types: [ContentType]) async throws -> (used: Set<String>, last: Int64) {
        let last = try await database.read { connection in
            try connection.rows("SELECT coalesce(max(id), 0) AS id FROM history").first?.get("id") ?? Int64(0)
        }
        var used: Set<String> = []
        for type in types {
            used.formUnion(
                try await uploads(in: "SELECT * FROM \(name: type.name)", by: "id") { row in
                    type.uploads(in: try type.body(row)).flatMap { $0.ids }
                }
            )
        }
        used.formUnion(
            try await uploads(in: "SELECT content_id AS id, body FROM drafts", by: "content_id") { row in
                MediaNames.all(in: try row.get("body", as: String.self))
            }
        )
        var place: Int64 = 0
        while true {
            let from = place
            let rows = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT id, body FROM history WHERE id > \(from) AND body IS NOT NULL
                        AND EXISTS (SELECT 1 FROM contents c WHERE c.id = history.content_id)
                    ORDER BY id LIMIT \(Limits.housekeepingBatch)
                    """
                )
            }
            guard let end = rows.last else { break }
            place = try end.get("id")
            for row in rows { used.formUnion(MediaNames.all(in: try row.get("body", as: String.self))) }
        }
        return (used, last)
    }

    /// The uploads in the rows of a table, read in the order of `key`.
    private func uploads(
        in query: SQL,
        by key: String,
        _ names: (Row) throws -> [String]
    ) async throws -> Set<String> {
        var (used, place): (Set<String>, String) = ([], "00000000-0000-0000-0000-000000000000")
        while true {
            let from = place
            let rows = try await database.read { connection in
                try connection.rows(
                    """
                    \(query) WHERE \(name: key) > \(from) ORDER BY \(name: key) LIMIT \(Limits.housekeepingBatch)
                    """
                )
            }
            guard let end = rows.last else { return used }
            place = try end.get("id")
            for row in rows { used.formUnion(try names(row)) }
        }
    }

    // MARK: One upload

    /// True if it was deleted; it stays if it has been used or uploaded again since.
    private func remove(
        _ id: String,
        untouchedSince border: Timestamp,
        readUpTo last: Int64,
        at now: Timestamp
    ) async throws -> Bool {
        do {
            let isGone = try await database.write { connection in
                try connection.removeMedia(id, untouchedSince: border, readUpTo: last, at: now)
            }
            guard isGone else { return false }
        } catch StorageError.reference {
            // An entry that uses it was published a moment ago.
            return false
        }
        _ = try await clear(id)
        return true
    }

    /// Removes a file without a row, unless the same bytes are being uploaded again; false if there is none.
    ///
    /// A file that cannot be removed now has no row any more, so it is removed another day.
    func clear(_ id: String) async throws -> Bool {
        guard try await files.setAside(id) else { return false }
        // The same bytes may have been uploaded again meanwhile, and a later upload writes the file again.
        let isBack = try? await hasRow(id)
        if isBack ?? true { try await files.putBack(id) } else { try await files.drop(id) }
        return true
    }
}

extension Connection {
    fileprivate func removeMedia(
        _ id: String,
        untouchedSince border: Timestamp,
        readUpTo last: Int64,
        at now: Timestamp
    ) throws -> Bool {
        // A writer that refers to it locks the row until it commits, and its history row is seen below.
        let found = try rows(
            "SELECT name, size FROM media WHERE id = \(id) AND touched_at < \(border) \(locking("FOR UPDATE"))"
        )
        guard let media = found.first else { return false }
        let pattern = "%\(id)%"
        let later = try rows(
            """
            SELECT id FROM history WHERE id > \(last) AND CAST(body AS TEXT) LIKE \(pattern)
                AND EXISTS (SELECT 1 FROM contents c WHERE c.id = history.content_id)
            LIMIT 1
            """
        )
        // A write that began before that row may have ended after it, with a lower number.
        let drafts = try rows(
            "SELECT content_id FROM drafts WHERE CAST(body AS TEXT) LIKE \(pattern) LIMIT 1"
        )
        guard later.isEmpty, drafts.isEmpty else { return false }
        try send("DELETE FROM media WHERE id = \(id)")
        try AuditLog.record(
            .mediaRemoved,
            subject: id,
            detail: [
                "name": .string(try media.get("name")), "size": .integer(try media.get("size")),
            ],
            by: .program,
            at: now,
            on: self
        )
        return true
    }
}

extension AuditAction {
    /// A file was deleted because nothing had used it for a while.
    package static let mediaRemoved = AuditAction(
        "media.removed",
        Localized("удаление неиспользуемого файла", "removed a file that nothing used")
    )
}

/// Finds the ids of uploads in the text of a body.
enum MediaNames {
    /// Everything that looks like an id, even within a text, so that none is missed.
    static func all(in text: String) -> [String] {
        var names: [String] = []
        let bytes = Array(text.utf8)
        var start = 0
        for index in bytes.indices {
            if Hex.digit(bytes[index]) != nil { continue }
            if bytes[index] == UInt8(ascii: "."), index - start >= SHA256.size * 2 {
                let end = bytes[(index + 1)...].prefix { 97...122 ~= $0 }.endIndex
                let name = String(decoding: bytes[(index - SHA256.size * 2)..<end], as: UTF8.self)
                if Media.type(ofID: name) != nil { names.append(name) }
            }
            start = index + 1
        }
        return names
    }
}
