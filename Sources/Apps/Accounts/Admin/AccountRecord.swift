import Core
import Storage
import Web

/// The full record of one account for staff.
struct AccountRecord: Sendable {
    let line: AccountLine
    let parts: [PartnerAccount]
    let events: [AccountEvent]
    let inviter: AccountLine?
    let invitedCount: Int64
    let hasSession: Bool

    func json(for author: Author, _ language: Language) -> JSON {
        let isWhole = author.may(.readPeople)
        let (account, card) = (line.account, line.account.card)
        var profile: [String: JSON] = [:]
        for (trait, text) in card.traits where isWhole { profile[trait.rawValue] = .string(text) }
        let more: JSON = [
            "birthday": JSON(isWhole ? card.birthday : nil), "profile": .object(profile),
            "room": JSON(isWhole ? card.room : nil), "base": JSON(isWhole ? card.base : nil),
            "notifications": JSON(account.notifications), "is_signed_in": .bool(hasSession),
            "parts": .array(parts.map(\.staffJSON)), "invited_count": .integer(invitedCount),
            "inviter": inviter.map { inviter in
                [
                    "id": .string(inviter.id), "name": JSON(inviter.name(for: author)),
                    "login": .string(inviter.login(for: author)),
                ]
            } ?? .null,
            "events": .array(events.map { $0.json(for: author, language) }),
        ]
        return line.json(for: author).adding(more)
    }
}

extension PartnerAccount {
    /// The JSON in which staff read and write it.
    var staffJSON: JSON {
        [
            "id": .string(id), "domain_id": JSON(domainID), "name": .string(Self.name(name, of: domainID)),
            "forfeit": .integer(forfeit), "is_banned": .bool(isBanned), "discount": .integer(discount),
            "terminal": JSON(terminal), "is_told": .bool(isTold),
            "channels": .array(
                channels.map { channel in
                    [
                        "kind": .string(channel.kind), "name": .string(channel.name),
                        "prepay_url": JSON(channel.prepayURL),
                    ]
                }
            ), "updated_at": .string(updatedAt.description),
        ]
    }
}

extension AccountEvent {
    /// The text with numbers masked, and addresses too without permission to read people.
    func text(for reader: Author, _ language: Language) -> String {
        AccountMask.text(text[language], for: reader)
    }

    func json(for author: Author, _ language: Language) -> JSON {
        [
            "id": .integer(id), "at": .string(at.description), "kind": .string(kind),
            "text": .string(text(for: author, language)), "user_id": JSON(userID),
            "client_id": JSON(clientID),
        ]
    }
}

extension Connection {
    /// Nil if there is no such account.
    func accountRecord(_ id: String, at now: Timestamp) throws -> AccountRecord? {
        guard let line = try accountLine(id) else { return nil }
        let account = line.account
        return AccountRecord(
            line: line,
            parts: try accountParts(of: account.card.id),
            events: try accountEvents(of: id, limit: Limits.personPartsMax),
            inviter: try account.inviterID.flatMap { try accountLine($0) },
            invitedCount: try rows(
                "SELECT count(*) AS count FROM accounts_users WHERE inviter_id = \(id)"
            ).first?.get("count") ?? 0,
            hasSession: account.tokenUntil.map { now < $0 } ?? false
        )
    }
}
