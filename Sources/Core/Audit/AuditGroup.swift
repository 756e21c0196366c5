/// Actions on one subject, by which the access log can be filtered.
package struct AuditGroup: Sendable {
    package struct Subject: Sendable, Hashable {
        package let name: String
        package let title: Localized

        package init(_ name: String, _ title: Localized) {
            (self.name, self.title) = (name, title)
        }

        package static let settings = Subject("settings", Localized("Настройки", "Settings"))
        package static let people = Subject("people", Localized("Люди", "People"))
    }

    package let subject: Subject
    package let actions: [AuditAction]
    /// Titles of the details that these actions record.
    package let details: [String: Localized]

    package init(_ subject: Subject, _ actions: [AuditAction], details: [String: Localized] = [:]) {
        (self.subject, self.actions, self.details) = (subject, actions, details)
    }
}

extension AuditGroup {
    /// The groups that every installation has.
    package static let core = [
        AuditGroup(
            Subject("staff", Localized("Входы и сотрудники", "Sign-ins and staff")),
            [.signedIn, .signInRefused, .signedOut, .sessionsEnded, .staffCreated, .staffChanged]
        ),
        AuditGroup(Subject("tokens", Localized("Ключи", "API keys")), [.tokenCreated, .tokenRevoked]),
        AuditGroup(
            Subject("outbox", Localized("Веб-хуки и исходящие", "Web hooks and outbox")),
            [
                .hookCreated, .hookChanged, .hookRemoved, .hookRotated, .hookTested, .hookRetried,
                .hookSwitchedOff, .messageRetried,
            ]
        ),
        AuditGroup(
            Subject("content", Localized("Файлы и планы", "Files and plans")),
            [
                .mediaUploaded, .mediaRemoved, .mediaFocused, .releaseCreated, .releaseChanged,
                .releasePublished, .releaseCancelled, .scheduled, .scheduleCancelled,
            ]
        ),
        AuditGroup(.settings, [.settingChanged]),
        AuditGroup(Subject("codes", Localized("Коды СМС", "SMS codes")), [.codesSeen, .codeRevealed]),
        AuditGroup(
            .people,
            [
                .personChanged, .personBlocked, .personUnblocked, .personSignedOut, .personRevealed,
                .personSeen, .peopleListed, .phoneLookedUp, .lookUpsRefused, .personErased,
            ]
        ),
    ]
}
