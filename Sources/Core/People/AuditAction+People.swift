/// What staff do with the people who use the apps.
extension AuditAction {
    package static let personChanged = AuditAction("person.changed")
    package static let personBlocked = AuditAction("person.blocked")
    package static let personUnblocked = AuditAction("person.unblocked")
    package static let personSignedOut = AuditAction("person.signed-out")
    /// Somebody has looked at a whole phone number.
    package static let personRevealed = AuditAction("person.revealed")
    /// Somebody has looked at names and addresses, of one person or of a list.
    package static let personSeen = AuditAction("person.seen")
    package static let peopleListed = AuditAction("people.listed")
    /// Somebody who may not read people has asked whose a whole number is, or has asked too often.
    package static let phoneLookedUp = AuditAction("phone.looked-up")
    package static let lookUpsRefused = AuditAction("phone.look-ups-refused")
    package static let personErased = AuditAction("person.erased")
}
