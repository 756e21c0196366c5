extension Permission {
    /// The title of the permission beside its checkbox.
    package var title: Localized {
        switch self {
        case .readContent: Localized("смотреть содержимое", "see content")
        case .writeContent: Localized("менять содержимое", "edit content")
        case .purgeContent: Localized("удалять навсегда", "delete for ever")
        case .manageStaff: Localized("управлять сотрудниками", "manage staff")
        case .manageHooks: Localized("настраивать веб-хуки", "set up web hooks")
        case .readPeople: Localized("видеть личные данные", "see personal data")
        case .writePeople: Localized("править пользователей", "edit people")
        case .correctPoints: Localized("начислять баллы", "correct points")
        case .readCodes: Localized("видеть коды СМС", "see SMS codes")
        case .writeSettings: Localized("менять настройки", "change settings")
        case .readFlags: Localized("смотреть флаги", "see flags")
        case .writeFlags: Localized("править черновики флагов", "edit drafts of flags")
        case .publishFlags: Localized("публиковать флаги", "publish flags")
        case .approveFlags: Localized("согласовывать флаги", "approve flags")
        }
    }

    /// The message for somebody without it.
    package var refusal: Localized {
        Localized("Нет права \(title.ru).", "You may not \(title.en).")
    }

    /// The titles of several permissions by their names in the API, separated by commas.
    package static func titles(of names: [String], in language: Language) -> String {
        names.compactMap { Permission(rawValue: $0)?.title[language] }.joined(separator: ", ")
    }
}
