import Core

/// The installation whose place it is: two that wrote into one place would remove the backups of one another.
extension BackupRepository {
    /// Throws `BackupFailure.foreign` if another installation has taken the place over since it was opened.
    func requireOwned() async throws {
        guard let installation else { return }
        guard try await readHead()?.installation == installation else { throw BackupFailure.foreign }
    }

    /// Makes it the place of this installation; the one before may write no more.
    ///
    /// A restore calls it last: until its database is kept, the lost installation may have the only one.
    func takeOver(by installation: String) async throws {
        guard try await readHead() != nil else { throw BackupFailure.empty(store.place) }
        let head = try JSON(parsing: await bytes(of: Self.head))
        try await put(
            bytes: head.merged(with: ["installation": .string(installation)]).bytes,
            at: Self.head
        )
    }
}
