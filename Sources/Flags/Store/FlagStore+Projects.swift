import Core
import Storage

/// A project to be created.
package struct NewFlagProject: Sendable {
    package var id: String
    /// Nil for a random number.
    package var number: Int64?
    package var app: String
    package var environment: String
    package var title: String
    package var settings: FlagSettings

    package init(
        id: String,
        number: Int64? = nil,
        app: String,
        environment: String,
        title: String,
        settings: FlagSettings = FlagSettings()
    ) {
        self.id = id
        self.number = number
        self.app = app
        self.environment = environment
        self.title = title
        self.settings = settings
    }

    func require() throws(Problem) {
        var faults: [Fault] = []
        if !id.isProjectName() {
            faults.append(
                Fault(
                    "#/id",
                    "от 4 до 30 строчных латинских букв, цифр и «-», сначала буква",
                    "must be 4 to 30 small Latin letters, digits and -, a letter at first"
                )
            )
        }
        for (name, text) in [("app", app), ("environment", environment)]
        where !text.isProjectName(1...FlagProject.nameLengthMax) {
            faults.append(
                Fault(
                    "#/\(name)",
                    "от 1 до 30 строчных латинских букв, цифр и «-», сначала буква",
                    "must be 1 to 30 small Latin letters, digits and -, a letter at first"
                )
            )
        }
        if let number, !(FlagProject.numbers ~= number) {
            faults.append(Fault("#/number", "должно быть числом из 12 цифр", "must be a number of 12 digits"))
        }
        if let fault = FlagProject.titleFault(title) { faults.append(fault) }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}

extension FlagProject {
    /// The length of an id, of an app and of an environment.
    package static let nameLengthMax = 30
    package static let numbers: ClosedRange<Int64> = 100_000_000_000...999_999_999_999

    static func titleFault(_ title: String, _ name: String = "title") -> Fault? {
        let max = Limits.flagTitleLengthMax
        let isBlank = title.allSatisfy(\.isWhitespace)
        return isBlank || title.unicodeScalars.count > max
            ? Fault("#/\(name)", "от 1 до \(max) знаков", "must have 1 to \(max) characters") : nil
    }
}

extension FlagStore {
    /// All projects, grouped by app.
    package func projects() async throws -> [FlagProject] {
        try await database.read { connection in
            try connection.rows(
                "SELECT \(FlagProject.columns) FROM flag_projects ORDER BY app, created_at, id"
            )
            .map(FlagProject.init)
        }
    }

    /// By id, or by number if it is one (R6).
    package func project(_ idOrNumber: String) async throws -> FlagProject {
        try await database.read { try $0.flagProject(idOrNumber) }
    }

    package func create(
        _ new: NewFlagProject,
        by author: Author,
        address: String? = nil
    ) async throws -> FlagProject {
        try author.require(.writeSettings)
        try new.require()
        let now = now()
        let number = new.number ?? FlagProject.numbers.lowerBound + randomNumber()
        do {
            return try await write { connection in
                let count = try connection.rows("SELECT id FROM flag_projects").count
                guard count < Limits.flagProjectsMax else { throw Problem.tooManyFlagThings }
                try connection.send(
                    """
                    INSERT INTO flag_projects (id, number, app, environment, title, settings, created_at)
                    VALUES (\(new.id), \(number), \(new.app), \(new.environment), \(new.title),
                        \(new.settings.json.text), \(now))
                    """
                )
                let project = try connection.flagProject(new.id)
                try connection.tell(.flagProjectCreated, of: project, by: author, at: now, address: address)
                return project
            }
        } catch StorageError.unique {
            throw Problem(
                .conflict,
                Localized(
                    "Проект с таким id или номером, или среда этого приложения уже есть.",
                    "The id, the number or the environment of the app is taken."
                )
            )
        }
    }

    /// Changes the title, the settings or both.
    package func edit(
        project id: String,
        title: String? = nil,
        settings: FlagSettings? = nil,
        by author: Author,
        address: String? = nil
    ) async throws -> FlagProject {
        try author.require(.writeSettings)
        if let title, let fault = FlagProject.titleFault(title) { throw Problem.invalid([fault]) }
        let now = now()
        return try await write { connection in
            let project = try connection.lockedFlagProject(id)
            try connection.send(
                """
                UPDATE flag_projects SET title = \(title ?? project.title),
                    settings = \((settings ?? project.settings).json.text)
                WHERE id = \(project.id)
                """
            )
            let changed = try connection.flagProject(project.id)
            try connection.tell(.flagProjectChanged, of: changed, by: author, at: now, address: address)
            return changed
        }
    }

    /// Deletes a project with everything in it, permanently.
    package func delete(project id: String, by author: Author, address: String? = nil) async throws {
        try author.require(.manageStaff)
        let now = now()
        try await write { connection in
            let project = try connection.lockedFlagProject(id)
            try connection.send("DELETE FROM flag_projects WHERE id = \(project.id)")
            try connection.send("DELETE FROM flag_fetches WHERE project_id = \(project.id)")
            try connection.tell(.flagProjectRemoved, of: project, by: author, at: now, address: address)
        }
    }

    private func randomNumber() -> Int64 {
        let count = UInt64(FlagProject.numbers.count)
        return Int64(random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % count)
    }
}

extension Connection {
    fileprivate func tell(
        _ action: AuditAction,
        of project: FlagProject,
        by author: Author,
        at now: Timestamp,
        address: String?
    ) throws {
        try AuditLog.record(
            action,
            subject: project.id,
            detail: ["title": .string(project.title), "settings": project.settings.json],
            by: author,
            at: now,
            address: address,
            on: self
        )
        try raiseFlags()
    }
}

extension Problem {
    static let tooManyFlagThings = Problem(
        .conflict,
        Localized("Больше нельзя: достигнут предел.", "The maximum number is reached.")
    )
}
