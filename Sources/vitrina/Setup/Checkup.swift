// In a release build with the static runtime, `stat` comes from this module.
import CDispatch
import Core
import Flags
import Glibc
import Storage
import Web

/// The checks of `vitrina doctor`, one line for each.
struct Checkup: Sendable {
    struct Line: Sendable {
        enum Grade: String, Sendable {
            case ok, warn, fail
        }

        let grade: Grade
        let name: String
        let message: Localized
        let advice: Localized?
        let exit: Exit
    }

    private static let spaceMin: Int64 = 100 << 20
    private static let spaceLow: Int64 = 1 << 30
    /// The maximum difference of the clocks of server and database, in seconds.
    private static let driftMax: Int64 = 2

    private(set) var lines: [Line] = []

    /// The exit status of the first failed check.
    var exit: Exit { lines.first { $0.grade == .fail }?.exit ?? .done }

    mutating func ok(_ name: String, _ message: Localized) {
        lines.append(Line(grade: .ok, name: name, message: message, advice: nil, exit: .done))
    }

    mutating func warn(_ name: String, _ message: Localized, _ advice: Localized) {
        lines.append(Line(grade: .warn, name: name, message: message, advice: advice, exit: .done))
    }

    mutating func fail(_ name: String, _ message: Localized, _ advice: Localized, _ exit: Exit) {
        lines.append(Line(grade: .fail, name: name, message: message, advice: advice, exit: exit))
    }

    private mutating func fail(with error: any Error) {
        let failure = Failure(error)
        let advice = Localized("Проверьте настройку postgres.", "Check the setting postgres.")
        fail("database", failure.message, failure.advice.first ?? advice, failure.exit)
    }

    // MARK: This machine

    /// `isDeep` reads all of the database, too, and looks for every upload.
    mutating func look(at configuration: Configuration, isDeep: Bool) async {
        look(atSettings: configuration)
        look(atTLS: configuration)
        look(atDirectory: configuration.data)
        lookAtImages()
        await look(atStores: configuration)
        do {
            let database = try await Composition.database(configuration)
            await look(at: database, configuration, isDeep: isDeep)
            try await database.close()
        } catch {
            fail(with: error)
        }
    }

    private mutating func look(atSettings configuration: Configuration) {
        let count = lines.count
        let isOpen = !["127.0.0.1", "::1", "localhost"].contains(configuration.host)
        if isOpen, configuration.tls == nil, configuration.publicURL?.hasPrefix("https://") != true {
            warn(
                "public_url",
                Localized("Сервер открыт сети без https.", "The server is open to a network without https."),
                Localized(
                    "Поставьте прокси с TLS и задайте public_url, или задайте tls_certificate.",
                    "Put a TLS proxy in front and set public_url, or set tls_certificate."
                )
            )
        }
        if configuration.rateLimit == 0 {
            warn(
                "rate_limit",
                Localized("Число запросов не ограничено.", "Requests are not limited."),
                Localized("Задайте rate_limit.", "Set rate_limit.")
            )
        }
        if isOpen, configuration.postgres == nil {
            warn(
                "postgres",
                Localized("SQLite — для одной машины.", "SQLite is for one machine."),
                Localized("Для нескольких серверов задайте postgres.", "For several servers set postgres.")
            )
        }
        for entry in configuration.entries where entry.setting.isSecret {
            guard case .file(let path) = entry.origin, Self.isReadableByOthers(path) else { continue }
            warn(
                entry.setting.rawValue,
                Localized("Секрет в \(path) видят все.", "Anybody can read the secret in \(path)."),
                Localized(same: "chmod 600 \(path)")
            )
        }
        look(atSenders: configuration)
        if lines.count == count {
            ok("settings", Localized("Настройки в порядке.", "The settings look right."))
        }
    }

    private mutating func look(atSenders configuration: Configuration) {
        do throws(Failure) {
            let gateway = try configuration.smsGateway()
            if try configuration.mailServer() != nil, configuration.publicURL == nil {
                warn(
                    "public_url",
                    Localized(
                        "Ссылки в письмах ведут по адресу, который назвал клиент.",
                        "Links in mails lead to whatever address the client has named."
                    ),
                    Localized("Задайте public_url.", "Set public_url.")
                )
            }
            guard gateway == nil, configuration.isProduction else { return }
            warn(
                "sms_url",
                Localized("Коды по СМС не уйдут.", "Codes will not be sent by SMS."),
                Localized(
                    "Задайте sms_url или sms_provider; для проверки — mode=development.",
                    "Set sms_url or sms_provider; to try things out, mode=development."
                )
            )
        } catch {
            fail(
                "senders",
                error.message,
                Localized("Исправьте настройку.", "Mend the setting."),
                error.exit
            )
        }
    }

    /// True if a file gives one of these rights, which are those of others than its owner.
    static func isReadableByOthers(_ path: String, mask: mode_t = 0o077) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & mask != 0
    }

    private mutating func look(atDirectory path: String) {
        try? Composition.makeDirectory(path)
        guard access(path, W_OK | X_OK) == 0 else {
            fail(
                "data",
                Localized("В \(path) нельзя писать.", "The directory \(path) cannot be written."),
                Localized(
                    "Проверьте права или настройку data.",
                    "Check its permissions, or the setting data."
                ),
                .configuration
            )
            return
        }
        ok("data", Localized("В \(path) можно писать.", "The directory \(path) can be written."))
        var volume = statvfs()
        let isKnown = statvfs(path, &volume) == 0
        // The part that only root may use does not count.
        let (bytes, isHuge) = UInt64(volume.f_bavail).multipliedReportingOverflow(by: UInt64(volume.f_frsize))
        let free = isHuge ? Int64.max : isKnown ? Int64(clamping: bytes) : 0
        let shown = Localized("Свободно \(free >> 20) МиБ.", "There are \(free >> 20) MiB left.")
        let advice = Localized("Освободите место на диске.", "Make room on the disk.")
        if free < Self.spaceMin {
            fail("disk", shown, advice, .configuration)
        } else if free < Self.spaceLow {
            warn("disk", shown, advice)
        } else {
            ok("disk", shown)
        }
    }

    private mutating func lookAtImages() {
        guard !ImageLibrary.isThere else {
            return ok("images", Localized("Есть libvips.", "There is libvips."))
        }
        warn(
            "images",
            Localized(
                "Нет libvips: картинки не загрузить.",
                "There is no libvips: no image can be uploaded."
            ),
            Localized("Выполните: scripts/packages run", "Run: scripts/packages run")
        )
    }

    private mutating func look(
        at database: any Database,
        _ configuration: Configuration,
        isDeep: Bool
    ) async {
        do {
            let now: Int64 = try await database.read { connection in
                let sql: SQL =
                    switch connection.dialect {
                    case .sqlite: "SELECT CAST(strftime('%s', 'now') AS INTEGER) AS now"
                    case .postgres: "SELECT extract(epoch FROM clock_timestamp())::bigint AS now"
                    }
                return try connection.rows(sql).first?.get("now") ?? 0
            }
            ok("database", Localized(same: Serve.name(of: database, configuration)))
            look(atDrift: abs(now - Timestamp.current.seconds))
            let status = try await Migrator(database).status()
            look(at: status)
            try await look(atFileOf: database)
            if isDeep, status.pending.isEmpty { try await lookDeep(at: database, configuration) }
            if status.pending.isEmpty {
                await look(atReplicaOf: database)
                try await look(atCleaningOf: database)
                try await look(atBackupsOf: database, configuration)
                try await look(at: StaffStore(database: database, now: { .current }))
                try await look(
                    atGoogle: configuration,
                    FlagStore(database: database, live: nil, now: { .current }, random: .system)
                )
            }
        } catch {
            fail(with: error)
        }
    }

    private mutating func look(atDrift drift: Int64) {
        if drift > Self.driftMax {
            warn(
                "clock",
                Localized(
                    "Часы расходятся с базой на \(drift) с.",
                    "The clock is \(drift) s off the database's."
                ),
                Localized("Включите NTP на обеих машинах.", "Turn NTP on on both machines.")
            )
        } else {
            ok("clock", Localized("Часы сходятся с базой.", "The clock agrees with the database's."))
        }
    }

    private mutating func look(at status: Migrator.Status) {
        let wrong = status.changed + status.barring
        if !wrong.isEmpty {
            let names = wrong.joined(separator: ", ")
            fail(
                "migrations",
                Localized(
                    "База от другой версии: \(names).",
                    "The database is of another version: \(names)."
                ),
                Localized(
                    "Возьмите версию vitrina, которая её создала, или новее.",
                    "Use the version of vitrina that made it, or a newer one."
                ),
                .configuration
            )
        } else if !status.pending.isEmpty {
            fail(
                "migrations",
                Localized("Не применено: \(status.pending.count).", "Not applied: \(status.pending.count)."),
                Localized(same: "vitrina migrate"),
                .configuration
            )
        } else if !status.unknown.isEmpty {
            let names = status.unknown.joined(separator: ", ")
            warn(
                "migrations",
                Localized(
                    "База новее программы: \(names).",
                    "The database is newer than this program: \(names)."
                ),
                Localized(
                    "Программа с ней работает; обновите её.",
                    "This program works with it; update it when you can."
                )
            )
        } else {
            ok(
                "migrations",
                Localized("Применено: \(status.applied.count).", "Applied: \(status.applied.count).")
            )
        }
    }

    private mutating func look(at staff: StaffStore) async throws {
        let owners = try await staff.list(by: .terminal(.cli)).filter { $0.isActive && $0.role == .owner }
        if owners.isEmpty {
            warn(
                "staff",
                Localized("Войти некому: нет ни одного владельца.", "No one can sign in: there is no owner."),
                Localized(same: "vitrina staff add --email ADDRESS --role owner")
            )
        } else {
            ok("staff", Localized("Владельцев: \(owners.count).", "Owners: \(owners.count)."))
        }
    }
}
