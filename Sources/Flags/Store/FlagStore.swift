import Core
import Storage

/// The store of flags for all channels: projects, versions and publications.
package struct FlagStore: Sendable {
    package let database: any Database
    /// Receives a publication on this server before the request returns (R76); nil without clients.
    let live: LiveFlags?
    package let now: @Sendable () -> Timestamp
    let random: RandomBytes

    package init(
        database: any Database,
        live: LiveFlags?,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        self.database = database
        self.live = live
        self.now = now
        self.random = random
    }

    // MARK: Reading

    /// The published version, which apps see; number 0, without a flag, before the first one (R20).
    package func current(_ place: FlagPlace) async throws -> FlagVersion {
        try await database.read { try $0.currentFlags(place) }
    }

    /// Throws `.notFound` if it was never published or is no longer stored (R19).
    package func version(_ number: Int64, _ place: FlagPlace) async throws -> FlagVersion {
        try await database.read { try $0.flagVersion(number, place) }
    }

    /// Without templates, newest first (R25).
    package func versions(
        _ query: FlagVersionQuery = FlagVersionQuery(),
        _ place: FlagPlace
    ) async throws -> Page<FlagVersion.Info> {
        let upTo = min(query.endNumber ?? .max, query.before.map { $0 > .min ? $0 - 1 : $0 } ?? .max)
        let from: SQL = query.from.map { "AND at >= \($0)" } ?? ""
        let until: SQL = query.until.map { "AND at < \($0)" } ?? ""
        let infos = try await database.read { connection in
            _ = try connection.flagProject(place.project)
            return try connection.rows(
                """
                SELECT \(FlagVersion.Info.columns) FROM flag_versions
                WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND number <= \(upTo)
                    \(from) \(until)
                ORDER BY number DESC LIMIT \(query.limit + 1)
                """
            ).map(FlagVersion.Info.init)
        }
        let page = Array(infos.prefix(query.limit))
        return Page(
            elements: page,
            next: infos.count > query.limit ? page.last.map { String($0.number) } : nil
        )
    }

    /// The namespaces of a project: the two of Firebase, and any other in which something was published.
    package func namespaces(of project: String) async throws -> [String] {
        let others = try await database.read { connection in
            let id = try connection.flagProject(project).id
            return try connection.rows(
                "SELECT DISTINCT namespace FROM flag_versions WHERE project_id = \(id)"
            )
            .map { try $0.get("namespace", as: String.self) }
        }
        let own = [FlagPlace.clients, FlagPlace.servers]
        return own + Set(others).subtracting(own).sorted()
    }

    // MARK: Publishing

    /// Publishes the template as the next version.
    ///
    /// Without `notes` the metadata of the previous version stays. Throws `FlagFaults`, `FlagMismatch` or `Problem`.
    package func publish(
        _ template: FlagTemplate,
        notes: TemplateMetadata? = nil,
        at place: FlagPlace,
        expecting: FlagExpectation,
        as act: FlagAct
    ) async throws -> FlagVersion {
        try act.author.require(.publishFlags)
        let now = now()
        return try await write { connection in
            let (project, current) = try connection.lockedFlags(place, expecting)
            try project.requireNoApproval()
            let publication = FlagPublication(
                sheet: AnnotatedTemplate(template, notes: notes ?? current.notes),
                update: expecting == .any ? .forced : .incremental
            )
            return try connection.publish(publication, after: current, as: act, at: now)
        }
    }

    /// Validates without storing anything: returns what would be published, or throws every fault (R24, R108).
    package func validate(
        _ template: FlagTemplate,
        notes: TemplateMetadata? = nil,
        at place: FlagPlace,
        expecting: FlagExpectation,
        as act: FlagAct
    ) async throws -> AnnotatedTemplate {
        try act.author.require(.readFlags)
        return try await database.read { connection in
            let project = try connection.flagProject(place.project)
            let current = try connection.currentFlags(place)
            try current.require(expecting, in: project)
            let sheet = AnnotatedTemplate(template, notes: notes ?? current.notes).tidied
            try sheet.require(at: place, after: current, as: act)
            return sheet
        }
    }

    /// Publishes an earlier version again, as a new one (R26).
    package func rollback(
        to number: Int64,
        at place: FlagPlace,
        expecting: FlagExpectation = .any,
        as act: FlagAct
    ) async throws -> FlagVersion {
        try act.author.require(.publishFlags)
        let now = now()
        return try await write { connection in
            let (_, current) = try connection.lockedFlags(place, expecting)
            return try connection.rollBackFlags(to: number, after: current, as: act, at: now)
        }
    }

    /// Resets one parameter to an earlier version, with the conditions that it needs (R100).
    package func rollback(
        parameter key: String,
        to number: Int64,
        at place: FlagPlace,
        expecting: FlagExpectation = .any,
        as act: FlagAct
    ) async throws -> FlagVersion {
        try act.author.require(.publishFlags)
        let now = now()
        return try await write { connection in
            let (project, current) = try connection.lockedFlags(place, expecting)
            try project.requireNoApproval()
            let earlier = try connection.flagVersion(number, place)
            let publication = FlagPublication(
                sheet: try current.sheet.restoring(key, from: earlier.sheet),
                update: .rollback,
                rollbackSource: number
            )
            return try connection.publish(publication, after: current, as: act, at: now)
        }
    }

    /// Deletes versions that no app has received for long; the newest version of each template stays (R41).
    package func removeExpired() async throws {
        let earlier = now().advanced(by: .zero - Limits.flagVersionAge)
        _ = try await database.write { connection in
            try connection.send(
                """
                DELETE FROM flag_versions WHERE at <= \(earlier) AND number < (
                    SELECT max(newer.number) FROM flag_versions newer
                    WHERE newer.project_id = flag_versions.project_id AND newer.namespace = flag_versions.namespace
                        AND newer.at <= \(earlier)
                )
                """
            )
        }
    }

    /// Runs a change and refreshes this server's live flags before it returns.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let result = try await database.write(body)
        try await live?.refreshIfLoaded()
        return result
    }
}

/// The query of a list of versions.
package struct FlagVersionQuery: Sendable {
    package var limit: Int
    /// The highest number to return.
    package var endNumber: Int64?
    /// Only versions after a page that ended with this number.
    package var before: Int64?
    /// Only versions from here on, and before `until`.
    package var from: Timestamp?
    package var until: Timestamp?

    package init(limit: Int = Limits.pageSizeDefault, before: Int64? = nil) {
        self.limit = Self.held(limit)
        self.before = before
    }

    private static func held(_ limit: Int) -> Int { min(max(limit, 1), Limits.flagVersionsMax) }
}

extension FlagProject {
    /// Throws if the project requires approval, because it is then changed by its draft only (R98).
    func requireNoApproval() throws(Problem) {
        guard !settings.requiresApproval else {
            throw Problem(
                .forbidden,
                Localized(
                    "Изменения этого проекта согласуют: правьте черновик и отдайте его на согласование.",
                    "Changes of this project need approval: edit the draft and have it approved."
                )
            )
        }
    }
}

extension FlagVersion {
    /// Throws if somebody has published another version meanwhile.
    fileprivate func require(_ expecting: FlagExpectation, in project: FlagProject) throws(FlagMismatch) {
        guard case .version(let expected) = expecting, number != expected else { return }
        throw FlagMismatch(expected: expected, found: number, project: project)
    }
}

extension Connection {
    /// The published version, if it is the expected one; the project is locked against other publications.
    fileprivate func lockedFlags(
        _ place: FlagPlace,
        _ expecting: FlagExpectation
    ) throws -> (project: FlagProject, current: FlagVersion) {
        let project = try lockedFlagProject(place.project)
        let current = try currentFlags(place)
        try current.require(expecting, in: project)
        return (project, current)
    }
}
