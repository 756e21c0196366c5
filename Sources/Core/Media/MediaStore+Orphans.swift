import Storage

/// Deletes files without a row: those of uploads that ended between the two.
extension MediaStore {
    /// The result of a search for files without a row.
    package struct Orphans: Sendable, Hashable {
        package fileprivate(set) var removed = 0
        /// Those that were left alone, because they are too many.
        package fileprivate(set) var spared = 0
    }

    /// An upload writes its row within seconds after its file.
    private static let orphanAge: Duration = .seconds(24 * 3600)
    /// A removal takes seconds.
    private static let asideAge: Duration = .seconds(3600)
    /// More orphans than this, and than a tenth of the files, are those of another database rather than left behind.
    private static let orphansMax = 10
    private static let orphanShare = 10
    /// Of a few files, too, at least half must have a row.
    private static let orphanShareMin = 2

    static let orphanChore = "media.orphans"

    /// Runs once a day for all servers, but for what is on the disk of each.
    @discardableResult
    package func removeOrphans() async throws -> Orphans {
        try await endRemovals()
        try await forgetRemoved()
        let now = now()
        let isDue = try await database.write {
            try $0.begin(Self.orphanChore, at: now, every: Self.choreAge)
        }
        guard isDue else { return Orphans() }
        var (orphans, count): ([String], Int) = ([], 0)
        for digits in UInt8.min...UInt8.max {
            try Task.checkCancellation()
            let ids = try await files.ids(in: Hex.encode([digits]), storedBefore: Self.orphanAge)
            count += ids.count
            orphans += try await withoutRow(ids)
        }
        guard orphans.count <= max(Self.orphansMax, count / Self.orphanShare),
            orphans.count <= count / Self.orphanShareMin
        else {
            return Orphans(spared: orphans.count)
        }
        var result = Orphans()
        for id in orphans {
            let isRemoved = try await clear(id)
            result.removed += isRemoved ? 1 : 0
        }
        return result
    }

    /// Ends the removals of programs that ended meanwhile.
    private func endRemovals() async throws {
        let ids = try await files.leftAside(longerThan: Self.asideAge)
        let gone = Set(try await withoutRow(ids))
        for id in ids {
            if gone.contains(id) { try await files.drop(id) } else { try await files.putBack(id) }
        }
    }

    /// Removes the copies of files that were removed, perhaps by another server.
    private func forgetRemoved() async throws {
        let ids = try await withoutRow(try await files.copied())
        if !ids.isEmpty { try await files.forget(ids) }
    }

    /// Those of the ids that have no row, in the same order.
    private func withoutRow(_ ids: [String]) async throws -> [String] {
        var missing: [String] = []
        for start in stride(from: 0, to: ids.count, by: Limits.housekeepingBatch) {
            let batch = ids[start..<min(start + Limits.housekeepingBatch, ids.count)]
            let list = batch.map { "\($0)" as SQL }.joined(separator: ", ")
            let known = try await database.read { connection in
                let rows = try connection.rows("SELECT id FROM media WHERE id IN (\(list))")
                return Set(try rows.map { try $0.get("id", as: String.self) })
            }
            missing += batch.filter { !known.contains($0) }
        }
        return missing
    }
}
