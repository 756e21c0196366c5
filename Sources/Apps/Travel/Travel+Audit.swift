import Core
import Web

extension AuditAction {
    static let timetableAdded = AuditAction(
        "timetable.added",
        Localized("запись расписания добавлена", "added to the timetable")
    )
    static let timetableChanged = AuditAction(
        "timetable.changed",
        Localized("запись расписания изменена", "changed the timetable")
    )
    static let timetableRemoved = AuditAction(
        "timetable.removed",
        Localized("запись расписания удалена", "removed from the timetable")
    )
    static let timetableImported = AuditAction(
        "timetable.imported",
        Localized("расписание загружено", "imported a timetable")
    )
    static let travelKeyAdded = AuditAction(
        "travel-key.added",
        Localized("ключ приложения создан", "made an app's key")
    )
    static let travelKeyChanged = AuditAction(
        "travel-key.changed",
        Localized("ключ приложения изменён", "changed an app's key")
    )
    static let travelKeyRemoved = AuditAction(
        "travel-key.removed",
        Localized("ключ приложения удалён", "removed an app's key")
    )
}

extension Travel {
    package var auditGroups: [AuditGroup] {
        [
            AuditGroup(
                AuditGroup.Subject("timetable", Localized("Расписание", "Timetable")),
                [.timetableAdded, .timetableChanged, .timetableRemoved, .timetableImported]
            ),
            AuditGroup(
                AuditGroup.Subject("travel-key", Localized("Ключи расписания", "Keys of the timetable")),
                [.travelKeyAdded, .travelKeyChanged, .travelKeyRemoved]
            ),
        ]
    }
}
