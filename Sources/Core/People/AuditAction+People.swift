/// Actions of staff on the people who use the apps.
extension AuditAction {
    package static let personChanged = AuditAction(
        "person.changed",
        Localized("профиль изменён", "changed somebody's profile")
    )
    package static let personBlocked = AuditAction(
        "person.blocked",
        Localized("пользователь заблокирован", "blocked a person")
    )
    package static let personUnblocked = AuditAction(
        "person.unblocked",
        Localized("пользователь разблокирован", "unblocked a person")
    )
    package static let personSignedOut = AuditAction(
        "person.signed-out",
        Localized("пользователь выведен из приложения", "signed a person out")
    )
    /// A whole phone number was viewed.
    package static let personRevealed = AuditAction(
        "person.revealed",
        Localized("показан номер телефона", "looked at a phone number")
    )
    /// Names and addresses were viewed, of one person or of a list.
    package static let personSeen = AuditAction(
        "person.seen",
        Localized("профиль открыт", "looked at somebody's profile")
    )
    package static let peopleListed = AuditAction(
        "people.listed",
        Localized("список людей открыт", "listed people")
    )
    /// A member of staff without permission to read people has looked up a whole number, or has done so too often.
    package static let phoneLookedUp = AuditAction(
        "phone.looked-up",
        Localized("поиск по целому номеру", "looked up a whole phone number")
    )
    package static let lookUpsRefused = AuditAction(
        "phone.look-ups-refused",
        Localized("слишком много поисков по номерам", "looked up too many phone numbers")
    )
    package static let personErased = AuditAction(
        "person.erased",
        Localized("данные пользователя стёрты", "erased a person")
    )
    /// A table of people's activity was exported.
    package static let loyaltyExported = AuditAction(
        "loyalty.exported",
        Localized("выгружена таблица о людях", "exported a table about people")
    )
}
