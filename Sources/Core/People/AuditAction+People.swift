/// What staff do with the people who use the apps.
extension AuditAction {
    package static let personChanged = AuditAction("person.changed")
    package static let personBlocked = AuditAction("person.blocked")
    package static let personUnblocked = AuditAction("person.unblocked")
    package static let personSignedOut = AuditAction("person.signed-out")
    /// Somebody has looked at a whole phone number.
    package static let personRevealed = AuditAction("person.revealed")
    package static let personErased = AuditAction("person.erased")
}
