import Core
import Storage
import Web

/// The author and the time of a change of a partner account.
struct PartAct: Sendable {
    let clientID: String
    let signature: AuditSignature

    func record(
        _ action: AuditAction,
        _ partID: String,
        _ part: NewPartnerAccount,
        on connection: any Connection
    ) throws {
        let name = PartnerAccount.name(part.name, of: part.domainID)
        let verb = action == .partRemoved ? Localized("убрал", "removed") : Localized("изменил", "changed")
        try connection.logAccountEvent(
            .edit,
            Localized(
                "Партнёрскую зону «\(name)» \(verb.ru) сотрудник: \(signature.author.name)",
                "Staff \(verb.en) the partner zone “\(name)”: \(signature.author.name)"
            ),
            of: try connection.account(where: "u.client_id = \(clientID)"),
            clientID: clientID,
            at: signature.at
        )
        try signature.record(
            action,
            subject: clientID,
            detail: [
                "app": "accounts", "part": .string(partID), "title": .string(name),
                "forfeit": .integer(part.forfeit), "is_banned": .bool(part.isBanned),
                "discount": .integer(part.discount),
            ],
            on: connection
        )
    }
}

extension AuditAction {
    static let partChanged = AuditAction(
        "client.part-changed",
        Localized("партнёрская зона изменена", "changed a partner zone")
    )
    static let partRemoved = AuditAction(
        "client.part-removed",
        Localized("партнёрская зона убрана", "removed a partner zone")
    )
}
