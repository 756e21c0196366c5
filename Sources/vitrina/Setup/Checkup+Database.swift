import Core
import Storage
import Web

extension Checkup {
    /// Checks the integrity of the file: pages, indexes and references.
    mutating func look(atFileOf database: any Database) async throws {
        guard database.dialect == .sqlite else { return }
        let (damage, broken): ([String], [String]) = try await database.read { connection in
            let damage = try connection.rows("PRAGMA integrity_check(1)")
                .map { try $0.get("integrity_check", as: String.self) }.filter { $0 != "ok" }
            let broken = try connection.rows(
                "SELECT \"table\", count(*) AS count FROM pragma_foreign_key_check GROUP BY 1"
            ).map { "\(try $0.get("table", as: String.self)): \(try $0.get("count", as: Int64.self))" }
            return (damage, broken)
        }
        if let first = damage.first {
            fail(
                "file",
                Localized("Файл базы повреждён: \(first)", "The database file is damaged: \(first)"),
                Localized(
                    "Остановите сервер, сохраните файл и верните последнюю копию.",
                    "Stop the server, keep the file, and put back the last copy."
                ),
                .data
            )
        } else if !broken.isEmpty {
            let tables = broken.joined(separator: ", ")
            fail(
                "file",
                Localized("Ссылки в никуда: \(tables).", "References lead nowhere: \(tables)."),
                Localized(
                    "Файл меняли в обход программы. Верните последнюю копию.",
                    "The file was changed behind the program. Put back the last copy."
                ),
                .data
            )
        } else {
            ok("file", Localized("Файл базы цел.", "The database file is whole."))
        }
    }

    /// Checks that the read replica answers reports, if one is set.
    mutating func look(atReplicaOf database: any Database) async {
        await database.lookAtReplica()
        guard let status = database.statistics.replica?.status else { return }
        let text = ReplicaFinding(status).text
        let message = Localized("Реплика для чтения: \(text.ru).", "The read replica \(text.en).")
        guard status.state != .ok else { return ok("replica", message) }
        warn(
            "replica",
            message,
            Localized(
                "Проверьте настройку read_replica и саму реплику: \(status.reason)",
                "Check the setting read_replica, and the standby: \(status.reason)"
            )
        )
    }

    /// Checks that the cleanup of expired data runs.
    mutating func look(atCleaningOf database: any Database) async throws {
        let clock = DatabaseClock(database) { .current }
        try await clock.look()
        let jump = try await ClockGuard(database: database) { clock.now() }.jump()
        guard let jump else {
            return ok("cleaning", Localized("Очистка идёт.", "Cleaning goes on."))
        }
        warn(
            "cleaning",
            Localized(
                "Очистка остановлена: последняя была \(jump.from), а сейчас \(jump.to).",
                "Nothing is removed: the last cleaning was at \(jump.from), and it is \(jump.to) now."
            ),
            Localized(
                "Проверьте часы. Если они верны: vitrina doctor --accept-clock",
                "Check the clock. If it is right: vitrina doctor --accept-clock"
            )
        )
    }
}
