import Core

/// What the access log says, for people.
enum AuditWords {
    static func text(_ action: String) -> Localized {
        switch action {
        case "staff.signed-in": Localized("вход", "signed in")
        case "staff.sign-in-refused": Localized("вход не удался", "could not sign in")
        case "staff.signed-out": Localized("выход", "signed out")
        case "staff.sessions-ended": Localized("выход везде", "signed out everywhere")
        case "staff.created": Localized("новый сотрудник", "added a member of staff")
        case "staff.changed": Localized("сотрудник изменён", "changed a member of staff")
        case "token.created": Localized("новый ключ", "made an API key")
        case "token.revoked": Localized("ключ отозван", "revoked an API key")
        case "hook.created": Localized("новый веб-хук", "added a web hook")
        case "hook.changed": Localized("веб-хук изменён", "changed a web hook")
        case "hook.removed": Localized("веб-хук удалён", "removed a web hook")
        case "hook.secret-rotated": Localized("новый секрет веб-хука", "renewed the secret of a web hook")
        case "hook.tested": Localized("веб-хук проверен", "tested a web hook")
        case "hook.retried": Localized("веб-хук повторён", "sent to a web hook again")
        case "hook.switched-off":
            Localized("веб-хук выключен сервером", "switched a failing web hook off")
        case "media.uploaded": Localized("загрузка файла", "uploaded a file")
        case "media.removed": Localized("удаление неиспользуемого файла", "removed a file that nothing used")
        case "release.created": Localized("новый выпуск", "made a release")
        case "release.changed": Localized("выпуск изменён", "changed a release")
        case "release.published": Localized("выпуск опубликован", "published a release")
        case "release.cancelled": Localized("выпуск отменён", "cancelled a release")
        case "schedule.set": Localized("запись запланирована", "scheduled a content")
        case "schedule.cancelled": Localized("план отменён", "cancelled a schedule")
        case "setting.changed": Localized("настройка приложения", "changed a setting of an app")
        case "codes.seen": Localized("смотрит коды СМС", "looked at SMS codes")
        case "code.revealed": Localized("номер показан целиком", "saw a phone number whole")
        case "outbox.retried": Localized("сообщение отправлено снова", "sent a message again")
        case "points.corrected": Localized("баллы исправлены вручную", "corrected somebody's points")
        case "gift.refunded": Localized("подарок возвращён", "refunded a gift")
        case "guest.cancelled":
            Localized("запись на мероприятие отменена", "cancelled a registration")
        case "referral.approved": Localized("приглашение оплачено", "approved an invitation")
        case "referral.rejected": Localized("приглашение отклонено", "rejected an invitation")
        case "loyalty.exported":
            Localized("выгружена таблица о людях", "exported a table about people")
        case "person.changed": Localized("профиль изменён", "changed somebody's profile")
        case "person.blocked": Localized("пользователь заблокирован", "blocked a person")
        case "person.unblocked": Localized("пользователь разблокирован", "unblocked a person")
        case "person.signed-out":
            Localized("пользователь выведен из приложения", "signed a person out")
        case "person.revealed": Localized("показан номер телефона", "looked at a phone number")
        case "person.erased": Localized("данные пользователя стёрты", "erased a person")
        case _: flagText(action) ?? accountText(action) ?? Localized(action, action)
        }
    }

    /// The details in one line, without what is nothing to a reader.
    static func detail(_ json: JSON?, _ language: Language) -> String {
        (json?.object ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            guard value != .null, !isHidden(name, of: json), let title = title(of: name) else { return nil }
            return "\(title[language]): \(words(value, of: name, language))"
        }.joined(separator: ", ")
    }

    /// Nil for what only a program needs.
    private static func title(of name: String) -> Localized? {
        switch name {
        case "session": nil
        case "email": Localized("почта", "email")
        case "name": Localized("имя", "name")
        case "role": Localized("роль", "role")
        case "title": Localized("название", "title")
        case "items": Localized("записей", "contents")
        case "at": Localized("время", "time")
        case "publication", "publish_at": Localized("публикация", "publication")
        case "withdrawal", "withdraw_at": Localized("снятие", "withdrawal")
        case "url": Localized("адрес", "address")
        case "reason": Localized("почему", "why")
        case "expires_at": Localized("до", "until")
        case "is_active": Localized("включён", "on")
        case "events": Localized("события", "events")
        case "grants": Localized("права сверх роли", "rights beside the role")
        case "app": Localized("приложение", "app")
        case "phone": Localized("номер", "phone")
        case "kind": Localized("что", "kind")
        case "setting": Localized("настройка", "setting")
        case "from": Localized("было", "was")
        case "to": Localized("стало", "is")
        case "change", "points": Localized("баллы", "points")
        case "balance": Localized("стало", "balance")
        case "note": Localized("почему", "why")
        case "inviter", "of": nil
        case _: flagTitle(of: name) ?? accountTitle(of: name) ?? Localized(name, name)
        }
    }

    private static func words(_ value: JSON, of name: String, _ language: Language) -> String {
        if name == "role", let role = value.string.flatMap({ Role(rawValue: $0) }) {
            return role.title[language].lowercased()
        }
        if name == "grants" {
            let grants = value.strings
            return grants.isEmpty
                ? Localized("нет", "none")[language] : Permission.titles(of: grants, in: language)
        }
        if let flag = value.bool { return Localized(flag ? "да" : "нет", flag ? "yes" : "no")[language] }
        return value.string ?? value.array.map { list($0, of: name) } ?? value.text
    }
}
