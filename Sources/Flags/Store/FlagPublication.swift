import Core
import Storage

/// The next version to be published.
struct FlagPublication: Sendable {
    var sheet: AnnotatedTemplate
    var update: FlagVersion.Update
    var rollbackSource: Int64?
}

extension AnnotatedTemplate {
    /// Throws `FlagFaults` with everything that prevents the publication, and `Problem` if it is too large.
    func require(at place: FlagPlace, after published: FlagVersion, as act: FlagAct) throws {
        try place.requireNamespace()
        try act.requireDescription()
        try requireKeepable()
        var faults = faults(isForServer: place.isForServers)
        if template.parameters.isEmpty, !published.template.parameters.isEmpty, !act.allowsEmpty {
            faults.append(
                FlagFault(
                    .empty,
                    "#/parameters",
                    Localized(
                        "пусты: если нужно убрать все флаги, подтвердите это",
                        "has no flag: confirm it if all flags are to go"
                    )
                )
            )
        }
        guard faults.isEmpty else { throw FlagFaults(faults) }
    }

    /// Throws for a template that a database cannot store.
    func requireKeepable() throws(Problem) {
        let (template, notes) = (template.json, notes.json)
        guard template.bytes.count <= Limits.flagTemplateSizeMax, notes.bytes.count <= Limits.flagNotesSizeMax
        else {
            throw Problem(.tooLarge, Localized("Шаблон слишком большой.", "The template is too large."))
        }
        guard !template.holdsNUL, !notes.holdsNUL else { throw Problem(.text) }
    }

    /// This template with a parameter as in an earlier one; throws if the earlier one does not have it.
    func restoring(_ key: String, from earlier: AnnotatedTemplate) throws(Problem) -> AnnotatedTemplate {
        guard let parameter = earlier.template.parameters[key] else {
            throw .notFound(
                Localized("В той версии нет такого параметра.", "That version has no such parameter.")
            )
        }
        var sheet = self
        sheet.template.parameters[key] = parameter
        sheet.notes.parameters[key] = earlier.notes.parameters[key]
        if let group = parameter.group, sheet.template.groups[group] == nil {
            sheet.template.groups[group] = earlier.template.groups[group]
        }
        let names = Set(sheet.template.conditions.map(\.name))
        for condition in earlier.template.conditions
        where parameter.conditional[condition.name] != nil && !names.contains(condition.name) {
            // A missing condition is added with the lowest priority.
            sheet.template.conditions.append(condition)
            sheet.notes.conditions[condition.name] = earlier.notes.conditions[condition.name]
        }
        return sheet
    }
}

extension Connection {
    /// Stores the next version; the project must be locked, so that `current` is still the newest.
    func publish(
        _ publication: FlagPublication,
        after current: FlagVersion,
        as act: FlagAct,
        at now: Timestamp
    ) throws -> FlagVersion {
        let place = current.place
        let sheet = publication.sheet.tidied
        try sheet.require(at: place, after: current, as: act)
        if current.number == 0 { try requireRoom(for: place) }
        let changes = FlagDiff.changes(from: current.sheet, to: sheet)
        let info = FlagVersion.Info(
            place: place,
            number: current.number + 1,
            description: act.description.flatMap { $0.isEmpty ? nil : $0 },
            author: act.author.name,
            staffID: act.author.staffID,
            email: try email(of: act.author),
            door: act.author.door.rawValue,
            update: publication.update,
            rollbackSource: publication.rollbackSource,
            changes: changes.count,
            at: now
        )
        try insert(info, sheet)
        try prune(place, active: info.number)
        try AuditLog.record(
            .flagsPublished,
            subject: place.project,
            detail: info.auditDetail(changes),
            by: act.author,
            at: now,
            address: act.address,
            on: self
        )
        try enqueueForGoogle(info)
        try raiseFlags()
        return FlagVersion(info: info, sheet: sheet)
    }

    func rollBackFlags(
        to number: Int64,
        after current: FlagVersion,
        as act: FlagAct,
        at now: Timestamp
    ) throws -> FlagVersion {
        guard number < current.number else { throw Problem.noFlagVersion }
        let earlier = try flagVersion(number, current.place)
        let publication = FlagPublication(
            sheet: earlier.sheet,
            update: .rollback,
            rollbackSource: number
        )
        let act = FlagAct(
            author: act.author,
            description: act.description,
            address: act.address,
            allowsEmpty: true
        )
        return try publish(publication, after: current, as: act, at: now)
    }

    private func insert(_ info: FlagVersion.Info, _ sheet: AnnotatedTemplate) throws {
        try send(
            """
            INSERT INTO flag_versions (project_id, namespace, number, template, notes, description, author, staff_id,
                email, door, type, rollback_source, changes, at)
            VALUES (\(info.place.project), \(info.place.namespace), \(info.number), \(sheet.template.json.text),
                \(sheet.notes.json.text), \(info.description), \(info.author), \(info.staffID), \(info.email),
                \(info.door), \(info.update.rawValue), \(info.rollbackSource), \(info.changes), \(info.at))
            """
        )
    }

    /// Deletes old versions beyond the limit; the active one is among the newest (R41).
    private func prune(_ place: FlagPlace, active: Int64) throws {
        try send(
            """
            DELETE FROM flag_versions
            WHERE project_id = \(place.project) AND namespace = \(place.namespace)
                AND number <= \(active - Int64(Limits.flagVersionsMax))
            """
        )
    }

    private func requireRoom(for place: FlagPlace) throws {
        let rows = try rows(
            "SELECT DISTINCT namespace FROM flag_versions WHERE project_id = \(place.project)"
        )
        guard rows.count < Limits.flagNamespacesMax else {
            throw Problem(
                .conflict,
                Localized("Слишком много пространств имён.", "The project has too many namespaces.")
            )
        }
    }

    /// The e-mail address of the author, which Firebase's tools require (R10).
    private func email(of author: Author) throws -> String {
        guard let id = author.staffID else { return FlagAct.noEmail }
        return try rows("SELECT email FROM staff WHERE id = \(id)").first?.get("email") ?? FlagAct.noEmail
    }
}

extension FlagVersion.Info {
    /// The audit detail of the publication.
    fileprivate func auditDetail(_ changes: [FlagChange]) -> JSON {
        [
            "namespace": .string(place.namespace), "version": .integer(number),
            "description": JSON(description), "type": .string(update.rawValue),
            "changed": .array(changes.prefix(Limits.pageSizeDefault).map { .string($0.name) }),
        ]
    }
}

extension JSON {
    /// True if any text or name in it contains U+0000, which PostgreSQL cannot store.
    fileprivate var holdsNUL: Bool {
        switch self {
        case .null, .bool, .integer, .decimal: false
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.holdsNUL)
        case .object(let members): members.contains { $0.key.utf8.contains(0) || $0.value.holdsNUL }
        }
    }
}
