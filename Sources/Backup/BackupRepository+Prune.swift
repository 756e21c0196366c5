import Core

extension BackupRepository {
    /// Removes every other backup, parts of interrupted ones, and files that none of these has.
    ///
    /// One program at a time makes backups of an installation, so no other is adding files meanwhile.
    func keepOnly(_ kept: [BackupSummary]) async throws {
        let ids = Set(kept.map(\.id))
        var isChanged = false
        // Without its summary a backup does not exist, so that goes first.
        for part in Part.allCases {
            for id in try await self.ids(with: part) where !ids.contains(id) {
                try await store.remove(Self.key(of: id, part))
                isChanged = true
            }
        }
        guard isChanged else { return }
        var named: Set<ObjectKey> = []
        for summary in kept {
            for file in try await files(of: summary) {
                named.formUnion([key(ofFile: file.digest), key(ofMark: file.digest)])
            }
        }
        let objects = try await store.list(Self.files) + store.list(Self.damaged)
        for object in objects where !named.contains(object.key) {
            try await store.remove(object.key)
        }
    }
}
