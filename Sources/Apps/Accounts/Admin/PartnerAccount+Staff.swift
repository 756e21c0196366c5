import Core
import Storage
import Web

extension PartnerAccount {
    /// A hash that changes with any field.
    var revision: Int64 {
        Int64(revisionOf: [staffJSON.text], key: id)
    }

    var revisedJSON: JSON { staffJSON.with("revision", .integer(revision)) }

    func isSame(as part: NewPartnerAccount) -> Bool { NewPartnerAccount(self) == part }
}

extension Connection {
    /// The id of the client's partner account in a zone.
    func account(client: String, domain: String?) throws -> String? {
        try rows(
            """
            SELECT id FROM accounts_parts WHERE client_id = \(client) AND coalesce(domain_id, '') = \(domain ?? "")
            """
        ).first?.get("id")
    }

    /// The partner account, locked against concurrent changes; throws if its revision is another.
    func lockedPart(_ id: String, of client: String, at revision: Int64?) throws -> PartnerAccount {
        try send("UPDATE accounts_parts SET updated_at = updated_at WHERE id = \(id)")
        let part = try rows(
            "SELECT * FROM accounts_parts WHERE id = \(id) AND client_id = \(client)"
        ).first.map(PartnerAccount.init)
        guard let part else { throw Problem.noSuchPart }
        guard revision == nil || part.revision == revision else {
            throw Problem(
                .stale,
                Localized(
                    "Зону тем временем изменили. Посмотрите, что там теперь.",
                    "The zone has been changed meanwhile. Look at what it is now."
                ),
                current: part.revisedJSON
            )
        }
        return part
    }

    func replacePart(_ id: String, with part: NewPartnerAccount, at now: Timestamp) throws {
        let channels: JSON = .array(part.channels.map(\.json))
        try send(
            """
            UPDATE accounts_parts SET domain_id = \(part.domainID), name = \(part.name), forfeit = \(part.forfeit),
                is_banned = \(part.isBanned), discount = \(part.discount), terminal = \(part.terminal),
                channels = \(channels.text), updated_at = \(now)
            WHERE id = \(id)
            """
        )
    }
}
