/// What staff do with the people who use the apps.
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
    /// Somebody has looked at a whole phone number.
    package static let personRevealed = AuditAction(
        "person.revealed",
        Localized("показан номер телефона", "looked at a phone number")
    )
    /// Somebody has looked at names and addresses, of one person or of a list.
    package static let personSeen = AuditAction(
        "person.seen",
        Localized("профиль открыт", "looked at somebody's profile")
    )
    package static let peopleListed = AuditAction(
        "people.listed",
        Localized("список людей открыт", "listed people")
    )
    /// Somebody who may not read people has asked whose a whole number is, or has asked too often.
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
    /// Somebody has taken a table of people's doings out of the building.
    package static let loyaltyExported = AuditAction(
        "loyalty.exported",
        Localized("выгружена таблица о людях", "exported a table about people")
    )
}
