import Core
import Storage

/// The known state of a template at Google.
package struct GoogleState: Sendable, Hashable {
    /// The template at Google when it was last pushed or pulled.
    package struct Seen: Sendable, Hashable {
        package let etag: String
        package let version: String?
        package let template: FlagTemplate
    }

    package struct Failure: Sendable, Hashable {
        package let detail: Localized
        package let at: Timestamp
        /// True if others have published there a version that was not seen here.
        package let isConflict: Bool
    }

    package let googleID: String
    package var seen: Seen?
    /// The version of ours that was last pushed, and the time.
    package var number: Int64?
    package var at: Timestamp?
    package var failure: Failure?

    init(googleID: String) {
        self.googleID = googleID
    }

    func isSeen(_ theirs: GoogleTemplate) -> Bool { seen?.etag == theirs.etag }
}

extension GoogleState {
    fileprivate init(_ row: Row) throws {
        googleID = try row.get("google_id")
        if let etag: String = try row.get("etag"), let text: String = try row.get("template") {
            seen = Seen(
                etag: etag,
                version: try row.get("version"),
                template: try FlagTemplate.parsing(JSON(parsing: text))
            )
        }
        number = try row.get("number")
        at = try row.get("at")
        if let detail = try row.localized("fault"), let at: Timestamp = try row.get("fault_at") {
            failure = Failure(detail: detail, at: at, isConflict: try row.get("is_conflict"))
        }
    }
}

extension Connection {
    /// The state is empty if it belongs to another linked project.
    func googleState(_ place: FlagPlace, _ link: GoogleLink) throws -> GoogleState {
        let row = try rows(
            """
            SELECT * FROM flag_google WHERE project_id = \(place.project) AND namespace = \(place.namespace)
                AND google_id = \(link.project)
            """
        ).first
        return try row.map(GoogleState.init) ?? GoogleState(googleID: link.project)
    }

    /// Records that ours was pushed or theirs was accepted, so that both are equal.
    ///
    /// `number` is the version of ours that was pushed; nil if theirs was accepted.
    func keepGoogle(
        _ theirs: GoogleTemplate,
        of number: Int64?,
        _ place: FlagPlace,
        _ link: GoogleLink,
        at now: Timestamp
    ) throws {
        try requireGoogleRow(place, link)
        try send(
            """
            UPDATE flag_google SET etag = \(theirs.etag), version = \(theirs.version),
                template = \(theirs.template.json.text), number = COALESCE(\(number), number), at = \(now),
                taken_etag = NULL, taken_version = NULL, taken_template = NULL, fault = NULL, fault_at = NULL,
                is_conflict = \(false)
            WHERE project_id = \(place.project) AND namespace = \(place.namespace)
            """
        )
    }

    /// Records that theirs is in the draft; it counts as seen once the draft is published.
    func takeGoogle(_ theirs: GoogleTemplate, _ place: FlagPlace, _ link: GoogleLink) throws {
        try requireGoogleRow(place, link)
        try send(
            """
            UPDATE flag_google SET taken_etag = \(theirs.etag), taken_version = \(theirs.version),
                taken_template = \(theirs.template.json.text)
            WHERE project_id = \(place.project) AND namespace = \(place.namespace)
            """
        )
    }

    /// Marks the pulled template as seen, because the draft with it is being published.
    func acceptTakenGoogle(_ place: FlagPlace) throws {
        try send(
            """
            UPDATE flag_google SET etag = taken_etag, version = taken_version, template = taken_template,
                taken_etag = NULL, taken_version = NULL, taken_template = NULL, fault = NULL, fault_at = NULL,
                is_conflict = \(false)
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND taken_etag IS NOT NULL
            """
        )
    }

    /// Drops the pulled template, because the draft with it was discarded.
    func dropTakenGoogle(_ place: FlagPlace) throws {
        try send(
            """
            UPDATE flag_google SET taken_etag = NULL, taken_version = NULL, taken_template = NULL
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND taken_etag IS NOT NULL
            """
        )
    }

    func keepGoogle(
        _ fault: GoogleFault,
        _ place: FlagPlace,
        _ link: GoogleLink,
        at now: Timestamp
    ) throws {
        try requireGoogleRow(place, link)
        try send(
            """
            UPDATE flag_google SET fault = \(fault.detail.kept.text), fault_at = \(now),
                is_conflict = \(fault.kind == .conflict)
            WHERE project_id = \(place.project) AND namespace = \(place.namespace)
            """
        )
    }

    /// Makes sure that there is a row for this linked project, and drops that of another one.
    private func requireGoogleRow(_ place: FlagPlace, _ link: GoogleLink) throws {
        try send(
            """
            DELETE FROM flag_google WHERE project_id = \(place.project) AND namespace = \(place.namespace)
                AND google_id <> \(link.project)
            """
        )
        try send(
            """
            INSERT INTO flag_google (project_id, namespace, google_id)
            VALUES (\(place.project), \(place.namespace), \(link.project))
            ON CONFLICT (project_id, namespace) DO NOTHING
            """
        )
    }
}
