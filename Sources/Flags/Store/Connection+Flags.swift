import Core
import Storage

extension Connection {
    /// By id, or by number if it is one.
    func flagProject(_ idOrNumber: String) throws -> FlagProject {
        try flagProject(idOrNumber, lock: "")
    }

    /// The project, locked against other publications.
    func lockedFlagProject(_ id: String) throws -> FlagProject {
        try flagProject(id, lock: locking("FOR NO KEY UPDATE"))
    }

    private func flagProject(_ idOrNumber: String, lock: SQL) throws -> FlagProject {
        let number = idOrNumber.utf8.count == 12 ? Int64(idOrNumber) : nil
        let condition: SQL = number.map { "number = \($0)" } ?? "id = \(idOrNumber)"
        // An id begins with a letter, so it is never a number.
        let row =
            try idOrNumber.utf8.count > 30
            ? nil : rows("SELECT \(FlagProject.columns) FROM flag_projects WHERE \(condition) \(lock)").first
        guard let row else { throw Problem.noFlagProject }
        return try FlagProject(row)
    }

    func currentFlags(_ place: FlagPlace) throws -> FlagVersion {
        let row = try rows(
            """
            SELECT \(FlagVersion.Info.columns), \(AnnotatedTemplate.columns) FROM flag_versions
            WHERE project_id = \(place.project) AND namespace = \(place.namespace)
            ORDER BY number DESC LIMIT 1
            """
        ).first
        if let row { return try FlagVersion(row) }
        return .none(place, since: try flagProject(place.project).createdAt)
    }

    func flagVersion(_ number: Int64, _ place: FlagPlace) throws -> FlagVersion {
        let row = try rows(
            """
            SELECT \(FlagVersion.Info.columns), \(AnnotatedTemplate.columns) FROM flag_versions
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND number = \(number)
            """
        ).first
        guard let row else {
            // Throws the problem of a missing project first.
            _ = try flagProject(place.project)
            throw Problem.noFlagVersion
        }
        return try FlagVersion(row)
    }

    /// Notifies every server that the flags have changed.
    func raiseFlags() throws {
        try signalChange(of: LiveFlags.revisionName)
        notify()
    }
}

extension Problem {
    package static let noFlagProject = Problem.notFound(
        Localized("Такого проекта нет.", "There is no such project.")
    )
    package static let noFlagVersion = Problem.notFound(
        Localized("Такой версии нет.", "There is no such version.")
    )
}

/// Actions of staff on flags.
extension AuditAction {
    package static let flagProjectCreated = AuditAction(
        "flags.project-created",
        Localized("новый проект флагов", "made a project of flags")
    )
    package static let flagProjectChanged = AuditAction(
        "flags.project-changed",
        Localized("проект флагов изменён", "changed a project of flags")
    )
    package static let flagProjectRemoved = AuditAction(
        "flags.project-removed",
        Localized("проект флагов удалён", "removed a project of flags")
    )
    package static let flagKeyCreated = AuditAction(
        "flags.key-created",
        Localized("новый ключ приложения", "made a key of an app")
    )
    package static let flagKeyDisabled = AuditAction(
        "flags.key-disabled",
        Localized("ключ приложения отключён", "disabled a key of an app")
    )
    package static let flagDeviceAdded = AuditAction(
        "flags.device-added",
        Localized("новый тестовый телефон", "added a test device")
    )
    package static let flagDeviceRemoved = AuditAction(
        "flags.device-removed",
        Localized("тестовый телефон убран", "removed a test device")
    )
    package static let flagsPublished = AuditAction(
        "flags.published",
        Localized("флаги опубликованы", "published flags")
    )
    package static let flagDraftEdited = AuditAction(
        "flags.draft-edited",
        Localized("черновик флагов изменён", "edited a draft of flags")
    )
    package static let flagDraftDiscarded = AuditAction(
        "flags.draft-discarded",
        Localized("черновик флагов сброшен", "discarded a draft of flags")
    )
    package static let flagDraftApproved = AuditAction(
        "flags.draft-approved",
        Localized("черновик флагов согласован", "approved a draft of flags")
    )
    package static let flagsScheduled = AuditAction(
        "flags.scheduled",
        Localized("публикация флагов запланирована", "scheduled a publication of flags")
    )
    package static let flagScheduleCancelled = AuditAction(
        "flags.schedule-cancelled",
        Localized("план публикации флагов отменён", "cancelled a publication of flags")
    )
    package static let flagScheduleFailed = AuditAction(
        "flags.schedule-failed",
        Localized("флаги по плану не опубликованы", "could not publish flags as planned")
    )
}
