import Storage

/// Stores the app settings that staff have changed; every server uses a change with the next request.
package struct AppSettingStore: Sendable {
    private let database: any Database
    private let declared: [String: [AppSetting]]
    private let isProduction: Bool
    private let now: @Sendable () -> Timestamp

    /// `declared` are the settings of each app by its name.
    package init(
        database: any Database,
        declared: [String: [AppSetting]],
        isProduction: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.declared = declared
        self.isProduction = isProduction
        self.now = now
    }

    package func of(_ app: String) async throws -> AppSettings {
        try await database.read { connection in try of(app, on: connection) }
    }

    /// Throws unless the app has settings.
    package func require(app: String) throws(Problem) {
        guard declared[app]?.isEmpty == false else {
            throw .notFound(Localized("У приложения нет настроек.", "The app has no settings."))
        }
    }

    /// All settings of an app in the order of declaration, with the person who changed each, for staff.
    package func list(of app: String, by author: Author) async throws -> [DecidedSetting] {
        try author.require(.readContent)
        try require(app: app)
        let (settings, decisions) = try await database.read { connection in
            let rows = try connection.rows(
                "SELECT name, changed_at, changed_by FROM app_settings WHERE app = \(app)"
            )
            let decisions = try rows.map { row in
                (
                    try row.get("name", as: String.self), try row.get("changed_at", as: Timestamp.self),
                    try row.get("changed_by", as: String.self)
                )
            }
            return (try of(app, on: connection), decisions)
        }
        return settings.declared.map { setting in
            let decision = decisions.first { $0.0 == setting.name }
            return DecidedSetting(
                setting: setting,
                value: setting.shown(settings[setting.name]),
                isLocked: setting.isForTests && isProduction,
                changedAt: decision?.1,
                changedBy: decision?.2
            )
        }
    }

    /// The settings of an app, read in this transaction.
    package func of(_ app: String, on connection: any Connection) throws -> AppSettings {
        var decided: [String: JSON] = [:]
        for row in try connection.rows("SELECT name, value FROM app_settings WHERE app = \(app)") {
            decided[try row.get("name")] = try JSON(parsing: row.get("value", as: String.self))
        }
        return AppSettings(declared[app] ?? [], decided: decided, isProduction: isProduction)
    }

    /// Changes several settings of an app at once; null resets one to its default.
    package func set(
        _ changes: [String: JSON],
        of app: String,
        by author: Author,
        address: String? = nil
    ) async throws -> AppSettings {
        try author.require(.writeSettings)
        try require(app: app)
        let checked = try check(changes, of: app)
        let at = now()
        return try await database.write { connection in
            let before = try of(app, on: connection)
            let changed = checked.filter { $0.1 != before.decided[$0.0] ?? .null }
            for (name, value) in changed {
                let setting = declared[app]?.first { $0.name == name }
                try connection.decide(name, value, of: app, by: author, at: at)
                try AuditLog.record(
                    .settingChanged,
                    subject: "\(app).\(name)",
                    detail: [
                        "setting": .string("\(app).\(name)"),
                        "from": setting?.shown(before[name]) ?? .null, "to": setting?.shown(value) ?? .null,
                    ],
                    by: author,
                    at: at,
                    address: address,
                    on: connection
                )
            }
            if !changed.isEmpty {
                // Responses to apps may depend on it.
                try connection.signalChange(of: DecidedSettings.revisionName)
                connection.notify()
            }
            return try of(app, on: connection)
        }
    }

    /// The settings of an app in the live state, without a query.
    package func of(_ app: String, in live: LiveState) -> AppSettings {
        AppSettings(declared[app] ?? [], decided: live.decided(app), isProduction: isProduction)
    }

    private func check(_ changes: [String: JSON], of app: String) throws(Problem) -> [(String, JSON)] {
        var (checked, faults) = ([(String, JSON)](), [Fault]())
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            guard let setting = declared[app]?.first(where: { $0.name == name }) else {
                faults.append(Fault("#/\(name.clipped)", "нет такой настройки", "is not a setting here"))
                continue
            }
            do throws(Fault) {
                if setting.isForTests, isProduction, value != .null, value != setting.standard {
                    throw Fault(
                        "#/\(name)",
                        "в рабочем режиме сервера не включается",
                        "cannot be on while the server runs in production"
                    )
                }
                if setting.isSecret, value == .string(AppSetting.mask) { continue }
                checked.append((name, value == .null ? .null : try setting.checked(value)))
            } catch {
                faults.append(error)
            }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return checked
    }
}

/// A setting of an app with its effective value, as staff see it.
package struct DecidedSetting: Sendable {
    package let setting: AppSetting
    package let value: JSON
    /// True if the setting is for tests only, and the server runs in production.
    package let isLocked: Bool
    /// The time of the last change; nil if the default applies.
    package let changedAt: Timestamp?
    package let changedBy: String?

    package var isDecided: Bool { changedAt != nil }

    package func json(in language: Language) -> JSON {
        setting.json(in: language).merged(with: [
            "is_decided": .bool(isDecided), "is_locked": .bool(isLocked),
        ]).with("value", value).with("changed_at", JSON(changedAt?.description))
            .with("changed_by", JSON(changedBy))
    }
}

extension AuditAction {
    package static let settingChanged = AuditAction(
        "setting.changed",
        Localized("настройка приложения", "changed a setting of an app")
    )
}

extension Connection {
    fileprivate func decide(
        _ name: String,
        _ value: JSON,
        of app: String,
        by author: Author,
        at: Timestamp
    ) throws {
        guard value != .null else {
            try send("DELETE FROM app_settings WHERE app = \(app) AND name = \(name)")
            return
        }
        try send(
            """
            INSERT INTO app_settings (app, name, value, changed_at, changed_by)
            VALUES (\(app), \(name), \(value.text), \(at), \(author.name))
            ON CONFLICT (app, name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at,
                changed_by = excluded.changed_by
            """
        )
    }
}

extension DecidedSetting {
    /// A setting as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package let name: String
        package let title: String
        package let kind: String
        package let unit: String?
        package let value: JSON
        package let standard: JSON
        package let isDecided: Bool
        package let isLocked: Bool
        package let changedAt: Timestamp?
        package let changedBy: String?

        package init(json: JSON) throws(Fault) {
            name = try json.get("name")
            title = try json.get("title")
            kind = try json.get("kind")
            unit = try json.get("unit")
            value = try json.get("value")
            standard = try json.get("standard")
            isDecided = try json.get("is_decided")
            isLocked = try json.get("is_locked")
            changedAt = try json.get("changed_at")
            changedBy = try json.get("changed_by")
        }
    }
}
