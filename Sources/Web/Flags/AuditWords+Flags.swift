import Core

extension AuditWords {
    /// What was done with flags; nil for anything else.
    static func flagText(_ action: String) -> Localized? {
        switch action {
        case "flags.project-created": Localized("новый проект флагов", "made a project of flags")
        case "flags.project-changed": Localized("проект флагов изменён", "changed a project of flags")
        case "flags.project-removed": Localized("проект флагов удалён", "removed a project of flags")
        case "flags.key-created": Localized("новый ключ приложения", "made a key of an app")
        case "flags.key-disabled": Localized("ключ приложения отключён", "disabled a key of an app")
        case "flags.device-added": Localized("новый тестовый телефон", "added a test device")
        case "flags.device-removed": Localized("тестовый телефон убран", "removed a test device")
        case "flags.published": Localized("флаги опубликованы", "published flags")
        case "flags.pulled": Localized("флаги взяты из Firebase", "took flags from Firebase")
        case "flags.pushed": Localized("флаги отправлены в Firebase", "sent flags to Firebase")
        case "flags.draft-edited": Localized("черновик флагов изменён", "edited a draft of flags")
        case "flags.draft-discarded": Localized("черновик флагов сброшен", "discarded a draft of flags")
        case "flags.draft-approved": Localized("черновик флагов согласован", "approved a draft of flags")
        case "flags.scheduled":
            Localized("публикация флагов запланирована", "scheduled a publication of flags")
        case "flags.schedule-cancelled":
            Localized("план публикации флагов отменён", "cancelled a publication of flags")
        case "flags.schedule-failed":
            Localized("флаги по плану не опубликованы", "could not publish flags as planned")
        case _: nil
        }
    }

    /// Nil for what is told of anything else too.
    static func flagTitle(of name: String) -> Localized? {
        switch name {
        case "changed": Localized("изменено", "changed")
        case "description": Localized("зачем", "why")
        case "google": Localized("проект Firebase", "Firebase project")
        case "project": Localized("проект", "project")
        case "version": Localized("версия", "version")
        case _: nil
        }
    }

    /// What of flags only a program needs.
    static func isHidden(_ name: String, of detail: JSON?) -> Bool {
        switch name {
        case "namespace", "revision", "settings": true
        case "type": detail?["namespace"] != nil
        case _: false
        }
    }

    /// Names one after another; a draft's stand with their kind before them.
    static func list(_ values: [JSON], of name: String) -> String {
        values.map { value in
            let text = value.string ?? value.text
            guard name == "changed", let slash = text.firstIndex(of: "/") else { return text }
            return String(text[text.index(after: slash)...])
        }.joined(separator: ", ")
    }
}
