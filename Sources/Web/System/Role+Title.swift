import Core

extension Role {
    var title: Localized {
        switch self {
        case .owner: Localized("Владелец", "Owner")
        case .editor: Localized("Редактор", "Editor")
        case .viewer: Localized("Наблюдатель", "Viewer")
        }
    }

    var help: Localized {
        switch self {
        case .owner: Localized("всё, и доступ других", "everything, and the access of others")
        case .editor: Localized("правит и публикует", "edits and publishes")
        case .viewer: Localized("только смотрит", "only looks")
        }
    }
}

extension Problem {
    /// All faults, one per line.
    func lines(in language: Language) -> [JSON] {
        faults.isEmpty
            ? [.string(detail[language])]
            : faults.map { fault in
                let name = fault.pointer.split(separator: "/").last.map { String($0) } ?? ""
                return .string(name == "#" ? fault.detail[language] : "\(name): \(fault.detail[language])")
            }
    }
}
