import Core
import Web

extension Mall {
    package var auditGroups: [AuditGroup] {
        [
            AuditGroup(
                AuditGroup.Subject("loyalty", Localized("Баллы и подарки", "Points and gifts")),
                [
                    .pointsCorrected, .giftRefunded, .guestCancelled, .referralApproved, .referralRejected,
                    .loyaltyExported,
                ]
            )
        ]
    }
}

/// Actions of staff on points, gifts and invitations.
extension AuditAction {
    static let pointsCorrected = AuditAction(
        "points.corrected",
        Localized("баллы исправлены вручную", "corrected somebody's points")
    )
    static let giftRefunded = AuditAction("gift.refunded", Localized("подарок возвращён", "refunded a gift"))
    static let guestCancelled = AuditAction(
        "guest.cancelled",
        Localized("запись на мероприятие отменена", "cancelled a registration")
    )
    static let referralApproved = AuditAction(
        "referral.approved",
        Localized("приглашение оплачено", "approved an invitation")
    )
    static let referralRejected = AuditAction(
        "referral.rejected",
        Localized("приглашение отклонено", "rejected an invitation")
    )
}
