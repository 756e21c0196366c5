import Core
import Storage

/// A published template, or the empty one before any publication: number 0, without a flag.
package struct FlagVersion: Sendable, Hashable {
    package enum Update: String, Sendable, CaseIterable {
        case incremental = "INCREMENTAL_UPDATE"
        /// Published over any version.
        case forced = "FORCED_UPDATE"
        case rollback = "ROLLBACK"
    }

    /// The author, the time and the description of a publication.
    package struct Info: Sendable, Hashable {
        package let place: FlagPlace
        package let number: Int64
        package let description: String?
        package let author: String
        package let staffID: String?
        package let email: String
        package let door: String
        package let update: Update
        package let rollbackSource: Int64?
        /// The number of parameters, conditions and groups that it has changed.
        package let changes: Int
        package let at: Timestamp

        package var isPublished: Bool { number > 0 }

        /// One of the two origins that Firebase's tools support (R11).
        package var origin: String { door == Author.Door.console.rawValue ? "CONSOLE" : "REST_API" }

        package var json: JSON {
            [
                "number": .integer(number), "description": JSON(description), "by": .string(author),
                "staff_id": JSON(staffID), "email": .string(email), "door": .string(door),
                "type": .string(update.rawValue),
                "rollback_source": rollbackSource.map { .integer($0) } ?? .null,
                "changes": .integer(Int64(changes)), "at": .string(at.description),
            ]
        }

        /// The member `version` of Firebase's API; empty members are left out (R9, R10).
        package var wire: JSON {
            var members: [String: JSON] = [
                "versionNumber": .string(String(number)), "updateTime": .string(at.description),
                "updateUser": ["email": .string(email), "name": .string(author)],
                "updateOrigin": .string(origin), "updateType": .string(update.rawValue),
            ]
            if let description, !description.isEmpty { members["description"] = .string(description) }
            if let rollbackSource { members["rollbackSource"] = .string(String(rollbackSource)) }
            return .object(members)
        }
    }

    package let info: Info
    package let sheet: AnnotatedTemplate

    package var number: Int64 { info.number }
    package var place: FlagPlace { info.place }
    package var template: FlagTemplate { sheet.template }
    package var notes: TemplateMetadata { sheet.notes }

    package init(info: Info, sheet: AnnotatedTemplate) {
        (self.info, self.sheet) = (info, sheet)
    }

    /// The version of a template before any publication (R20).
    static func none(_ place: FlagPlace, since at: Timestamp) -> FlagVersion {
        FlagVersion(
            info: Info(
                place: place,
                number: 0,
                description: nil,
                author: "",
                staffID: nil,
                email: FlagAct.noEmail,
                door: Author.Door.server.rawValue,
                update: .incremental,
                rollbackSource: nil,
                changes: 0,
                at: at
            ),
            sheet: AnnotatedTemplate()
        )
    }
}

/// The author of a publication, with its description.
package struct FlagAct: Sendable {
    package let author: Author
    /// The reason; at most `Limits.flagVersionDescriptionLengthMax` characters.
    package let description: String?
    package let address: String?
    /// True if a template without any flag is intended (R115).
    package let allowsEmpty: Bool

    package init(
        author: Author,
        description: String? = nil,
        address: String? = nil,
        allowsEmpty: Bool = false
    ) {
        self.author = author
        self.description = description
        self.address = address
        self.allowsEmpty = allowsEmpty
    }

    /// The address of authors without their own: the person at the terminal, and the server itself.
    static let noEmail = "vitrina@localhost"

    func requireDescription() throws(Problem) {
        let max = Limits.flagVersionDescriptionLengthMax
        guard (description ?? "").unicodeScalars.count <= max else {
            throw .invalid([
                Fault(
                    "#/description",
                    "не длиннее \(max) знаков",
                    "must not be longer than \(max) characters"
                )
            ])
        }
    }
}

/// The precondition of a publication.
package enum FlagExpectation: Sendable, Hashable {
    case version(Int64)
    /// Any version is replaced (`If-Match: *`).
    case any
}

/// The published version is not the expected one, because somebody else has published.
package struct FlagMismatch: ProblemConvertible, Hashable {
    package let expected: Int64
    package let found: Int64
    package let project: FlagProject

    /// The error in Firebase's API, with HTTP status 400 and FAILED_PRECONDITION (R12).
    ///
    /// A tag that names no version counts as version 0 there.
    package var wire: String {
        "[VERSION_MISMATCH]: Expected version \(max(expected, 0)), found \(found) for project: \(project.number)"
    }

    /// The problem for every other channel.
    package var problem: Problem {
        Problem(
            .stale,
            Localized(
                "Пока вы правили версию \(expected), вышла версия \(found).",
                "Version \(found) was published after version \(expected), which this was made from."
            ),
            current: ["version": .integer(found)]
        )
    }
}

extension FlagVersion.Info {
    static let columns: SQL = """
        project_id, namespace, number, description, author, staff_id, email, door, type, rollback_source, changes, at
        """

    init(_ row: Row) throws {
        place = FlagPlace(project: try row.get("project_id"), namespace: try row.get("namespace"))
        number = try row.get("number")
        description = try row.get("description")
        author = try row.get("author")
        staffID = try row.get("staff_id")
        email = try row.get("email")
        door = try row.get("door")
        guard let update = FlagVersion.Update(rawValue: try row.get("type")) else {
            throw StorageError.column("type", "holds no kind of update")
        }
        self.update = update
        rollbackSource = try row.get("rollback_source")
        changes = try row.get("changes")
        at = try row.get("at")
    }
}

extension FlagVersion {
    init(_ row: Row) throws {
        info = try Info(row)
        sheet = try AnnotatedTemplate(row)
    }
}

extension AnnotatedTemplate {
    static let columns: SQL = "template, notes"

    init(_ row: Row) throws {
        self.init(
            try FlagTemplate.parsing(JSON(parsing: row.get("template", as: String.self))),
            notes: try TemplateMetadata(json: JSON(parsing: row.get("notes", as: String.self)))
        )
    }
}

extension FlagVersion {
    /// A version as the admin API answers it; its template is read by `AnnotatedTemplate`.
    package struct Answer: Sendable, JSONReadable {
        package let number: Int64
        package let description: String?
        package let author: String
        package let door: String
        package let rollbackSource: Int64?
        package let changes: Int
        package let at: Timestamp

        package init(json: JSON) throws(Fault) {
            number = try json.get("number")
            description = try json.get("description")
            author = try json.get("by")
            door = try json.get("door")
            rollbackSource = try json.get("rollback_source")
            changes = try json.get("changes")
            at = try json.get("at")
        }
    }
}
