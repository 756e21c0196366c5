/// What staff do with people's points, gifts and invitations.
extension AuditAction {
    package static let pointsCorrected = AuditAction("points.corrected")
    package static let giftRefunded = AuditAction("gift.refunded")
    package static let guestCancelled = AuditAction("guest.cancelled")
    package static let referralApproved = AuditAction("referral.approved")
    package static let referralRejected = AuditAction("referral.rejected")
    /// Somebody has taken a table of people's doings out of the building.
    package static let loyaltyExported = AuditAction("loyalty.exported")
}
