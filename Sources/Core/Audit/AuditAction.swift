/// An auditable action of staff that is not a change of content, with its name in the audit and its title.
///
/// Each subject declares its own actions in an extension, and lists them in an `AuditGroup`.
package struct AuditAction: Sendable, Hashable {
    /// The name that every audit entry stores: `staff.created`.
    package let name: String
    package let title: Localized

    package init(_ name: String, _ title: Localized) {
        (self.name, self.title) = (name, title)
    }

    package static let signedIn = AuditAction("staff.signed-in", Localized("вход", "signed in"))
    package static let signInRefused = AuditAction(
        "staff.sign-in-refused",
        Localized("вход не удался", "could not sign in")
    )
    package static let signedOut = AuditAction("staff.signed-out", Localized("выход", "signed out"))
    package static let sessionsEnded = AuditAction(
        "staff.sessions-ended",
        Localized("выход везде", "signed out everywhere")
    )
    package static let staffCreated = AuditAction(
        "staff.created",
        Localized("новый сотрудник", "added a member of staff")
    )
    package static let staffChanged = AuditAction(
        "staff.changed",
        Localized("сотрудник изменён", "changed a member of staff")
    )
    package static let tokenCreated = AuditAction("token.created", Localized("новый ключ", "made an API key"))
    package static let tokenRevoked = AuditAction(
        "token.revoked",
        Localized("ключ отозван", "revoked an API key")
    )
}
