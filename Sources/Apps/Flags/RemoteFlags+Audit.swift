import Core
import Flags
import Web

extension RemoteFlags {
    package var auditGroups: [AuditGroup] {
        [
            AuditGroup(
                AuditGroup.Subject("flags", title),
                [
                    .flagProjectCreated, .flagProjectChanged, .flagProjectRemoved, .flagKeyCreated,
                    .flagKeyDisabled, .flagDeviceAdded, .flagDeviceRemoved, .flagsPublished, .flagDraftEdited,
                    .flagDraftDiscarded, .flagDraftApproved, .flagsScheduled, .flagScheduleCancelled,
                    .flagScheduleFailed, .flagsPulled, .flagsPushed,
                ],
                details: [
                    "changed": Localized("изменено", "changed"), "description": Localized("зачем", "why"),
                    "google": Localized("проект Firebase", "Firebase project"),
                    "project": Localized("проект", "project"), "version": Localized("версия", "version"),
                ]
            )
        ]
    }
}
