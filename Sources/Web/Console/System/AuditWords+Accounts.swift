import Core

extension AuditWords {
    /// What was done with accounts; nil for anything else.
    static func accountText(_ action: String) -> Localized? {
        switch action {
        case "person.password": Localized("пароль сброшен", "reset somebody's password")
        case "person.freed": Localized("номер освобождён", "freed a phone number")
        case "person.pushed": Localized("отправлено уведомление", "sent a notification")
        case "person.confirmation-sent":
            Localized("отправлена ссылка для почты", "sent a link that confirms an address")
        case "person.seen": Localized("профиль открыт", "looked at somebody's profile")
        case "people.listed": Localized("список людей открыт", "listed people")
        case "phone.looked-up": Localized("поиск по целому номеру", "looked up a whole phone number")
        case "phone.look-ups-refused":
            Localized("слишком много поисков по номерам", "looked up too many phone numbers")
        case "client.part-changed": Localized("партнёрская зона изменена", "changed a partner zone")
        case "client.part-removed": Localized("партнёрская зона убрана", "removed a partner zone")
        case "template.changed": Localized("шаблон сообщения изменён", "changed a message template")
        case "template.reset":
            Localized("шаблон сообщения возвращён", "put a message template back to the standard")
        case _: nil
        }
    }

    /// Nil for what is told of anything else too.
    static func accountTitle(of name: String) -> Localized? {
        switch name {
        case "fields": Localized("поля", "fields")
        case "template": Localized("шаблон", "template")
        case "part": Localized("зона", "zone")
        case "forfeit": Localized("штраф", "forfeit")
        case "discount": Localized("скидка", "discount")
        case "is_banned": Localized("запрет", "banned")
        case "call": Localized("запрос", "call")
        case "list": Localized("список", "list")
        case _: nil
        }
    }
}
