import Core

extension Permission {
    /// What it allows, as a box to be ticked says it.
    var title: Localized {
        switch self {
        case .readContent: Localized("смотреть записи", "see contents")
        case .writeContent: Localized("править записи", "edit contents")
        case .purgeContent: Localized("удалять навсегда", "remove for ever")
        case .manageStaff: Localized("сотрудники", "staff")
        case .manageHooks: Localized("веб-хуки", "web hooks")
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

    /// Several in a row, by the names that the API has.
    static func titles(of names: [String], in language: Language) -> String {
        names.compactMap { Permission(rawValue: $0)?.title[language] }.joined(separator: ", ")
    }
}
