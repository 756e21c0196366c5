import Core
import Storage

/// Pushes templates to Google and pulls theirs, and never overwrites a version that was not seen here.
package struct GoogleFlags: Sendable {
    /// The permission of a push to overwrite changes that others have made there.
    package enum Force: Sendable, Hashable {
        case no
        /// They may be overwritten; if an entity tag is given, only the version with that tag.
        case over(etag: String?)
    }

    /// A comparison of our template with Google's.
    package struct Comparison: Sendable {
        package let theirs: GoogleTemplate
        /// True if their version has not changed since we saw it.
        package let isSeen: Bool
        /// The changes that a push would make.
        package let changes: [FlagChange]
    }

    package struct Status: Sendable {
        package let place: FlagPlace
        package let link: GoogleLink?
        package let state: GoogleState?
        /// The published version here.
        package let current: Int64
        package let hasKey: Bool
    }

    let store: FlagStore
    let settings: GoogleSettings
    let tokens: GoogleTokens

    package init(store: FlagStore, settings: GoogleSettings, tokens: GoogleTokens) {
        (self.store, self.settings, self.tokens) = (store, settings, tokens)
    }

    /// The known state, without a request to Google.
    package func status(_ place: FlagPlace) async throws -> Status {
        let (project, current, state) = try await store.database.read { connection in
            let project = try connection.flagProject(place.project)
            let place = FlagPlace(project, place.namespace)
            let state = try project.settings.google.map { try connection.googleState(place, $0) }
            return (project, try connection.currentFlags(place), state)
        }
        let link = project.settings.google
        return Status(
            place: current.place,
            link: link,
            state: state,
            current: current.number,
            hasKey: link.map { (try? GoogleAccount.load(project: $0.project, from: settings.keys)) != nil }
                ?? false
        )
    }

    /// The changes that a push would make now.
    package func compare(_ place: FlagPlace) async throws -> Comparison {
        let work = try await work(place)
        let theirs = try await client(work).get()
        return comparison(work, theirs)
    }

    /// Pushes the published template; returns the template that is then at Google.
    ///
    /// Throws `GoogleFault`, of the kind `.conflict` if others have changed theirs and `force` does not allow
    /// overwriting. A dry run changes nothing, neither there nor here. An automatic push has no author.
    @discardableResult
    package func push(
        _ place: FlagPlace,
        force: Force = .no,
        isTrial: Bool = false,
        by author: Author? = nil,
        address: String? = nil
    ) async throws -> GoogleTemplate {
        try author?.require(.publishFlags)
        let work = try await work(place)
        do {
            let theirs = try await send(work, force, isTrial: isTrial)
            if !isTrial { try await keep(theirs, work, by: author, address: address) }
            return theirs
        } catch let fault as GoogleFault {
            let now = store.now()
            if !isTrial {
                try await store.database.write {
                    try $0.keepGoogle(fault, work.current.place, work.link, at: now)
                }
            }
            throw fault
        }
    }

    // MARK: Steps

    /// A template to push, and the known state of theirs.
    struct Work: Sendable {
        let link: GoogleLink
        let current: FlagVersion
        let state: GoogleState
    }

    func work(_ place: FlagPlace) async throws -> Work {
        try await store.database.read { connection in
            let project = try connection.flagProject(place.project)
            guard let link = project.settings.google else { throw Problem.noGoogle }
            let place = FlagPlace(project, place.namespace)
            return Work(
                link: link,
                current: try connection.currentFlags(place),
                state: try connection.googleState(place, link)
            )
        }
    }

    func client(_ work: Work) throws(GoogleFault) -> GoogleRemoteConfig {
        GoogleRemoteConfig(
            account: try GoogleAccount.load(project: work.link.project, from: settings.keys),
            tokens: tokens,
            settings: settings,
            project: work.link.project,
            namespace: work.current.place.namespace,
            now: store.now
        )
    }

    private func send(_ work: Work, _ force: Force, isTrial: Bool) async throws -> GoogleTemplate {
        guard work.current.number > 0 else { throw Problem.nothingForGoogle }
        let client = try client(work)
        var attempts = 0
        while true {
            attempts += 1
            let theirs = try await client.get()
            let comparison = comparison(work, theirs)
            guard !comparison.changes.isEmpty else { return theirs }
            try await require(comparison, force, work)
            do throws(GoogleFault) {
                return try await client.put(
                    work.current.sheet.served.keepingManaged(of: theirs.template),
                    over: theirs.etag,
                    description: work.current.info.description,
                    validateOnly: isTrial
                )
            } catch {
                // Versions published in between are checked once more.
                guard error.kind == .mismatch, attempts < 2 else { throw error }
            }
        }
    }

    private func comparison(_ work: Work, _ theirs: GoogleTemplate) -> Comparison {
        let ours = work.current.sheet.served.keepingManaged(of: theirs.template)
        return Comparison(
            theirs: theirs,
            isSeen: work.state.isSeen(theirs) || work.state.seen == nil && theirs.isEmpty,
            changes: FlagDiff.changes(from: AnnotatedTemplate(theirs.template), to: AnnotatedTemplate(ours))
        )
    }

    private func require(_ comparison: Comparison, _ force: Force, _ work: Work) async throws {
        let etag = comparison.theirs.etag
        if case .over(let wanted) = force, wanted == nil || wanted == etag { return }
        if comparison.isSeen { return }
        if try await isOwn(comparison.theirs, work) { return }
        let names = comparison.changes.prefix(Limits.keptFaultsMax).map { change in
            change.name.isEmpty ? change.subject.rawValue : change.name
        }
        let more = comparison.changes.count > names.count ? ", …" : "."
        let list = names.joined(separator: ", ") + more
        throw GoogleFault(
            .conflict,
            Localized(
                "В Firebase опубликовали другое, ничего не перезаписано. Отличаются: \(list)",
                "Something else was published in Firebase, and nothing is overwritten. These are different: \(list)"
            )
        )
    }

    /// True if theirs is an earlier version of ours, whose response was lost or that was pushed just now.
    private func isOwn(_ theirs: GoogleTemplate, _ work: Work) async throws -> Bool {
        let place = work.current.place
        let after = work.state.number ?? 0
        let state = try await store.database.read { try $0.googleState(place, work.link) }
        if state.isSeen(theirs) { return true }
        let page = try await store.versions(FlagVersionQuery(limit: Limits.googleVersionsMax), place)
        for info in page.elements where info.number > after && info.number < work.current.number {
            let version = try await store.version(info.number, place)
            let ours = version.sheet.served.keepingManaged(of: theirs.template)
            if FlagDiff.changes(from: AnnotatedTemplate(theirs.template), to: AnnotatedTemplate(ours)).isEmpty
            {
                return true
            }
        }
        return false
    }

    private func keep(
        _ theirs: GoogleTemplate,
        _ work: Work,
        by author: Author?,
        address: String?
    ) async throws {
        let (now, place, number) = (store.now(), work.current.place, work.current.number)
        try await store.database.write { connection in
            let known = try connection.googleState(place, work.link)
            // A later version may have been pushed meanwhile.
            guard (known.number ?? 0) <= number else { return }
            try connection.keepGoogle(theirs, of: number, place, work.link, at: now)
            guard let author else { return }
            try AuditLog.record(
                .flagsPushed,
                subject: place.project,
                detail: [
                    "namespace": .string(place.namespace), "version": .integer(number),
                    "google": .string(work.link.project),
                ],
                by: author,
                at: now,
                address: address,
                on: connection
            )
        }
    }
}

extension GoogleFault: ProblemConvertible {}

extension AnnotatedTemplate {
    /// Our template, with values that Google's services decide where ours has none under the same condition.
    func keepingManaged(of theirs: FlagTemplate) -> AnnotatedTemplate {
        AnnotatedTemplate(template.keepingManaged(of: theirs), notes: notes)
    }
}

extension FlagTemplate {
    /// With the values that Google's services decide, where there is none under the same condition (R115).
    func keepingManaged(of other: FlagTemplate) -> FlagTemplate {
        var result = self
        let names = Set(conditions.map { $0.name })
        for (key, parameter) in parameters {
            for (name, value) in other.parameters[key]?.conditional ?? [:]
            where names.contains(name) && parameter.conditional[name] == nil {
                if case .managed = value.kind { result.parameters[key]?.conditional[name] = value }
            }
        }
        return result
    }
}

extension Problem {
    static let noGoogle = Problem(
        .conflict,
        Localized(
            "Проект не связан с Firebase: настройка google.",
            "The project is not linked to Firebase: its setting google."
        )
    )
    fileprivate static let nothingForGoogle = Problem(
        .conflict,
        Localized("Ещё ничего не опубликовано.", "Nothing has been published yet.")
    )
}
