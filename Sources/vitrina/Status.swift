import ArgumentParser
import Core

/// Runs `vitrina status`.
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Показать, какие серверы работают с базой и что ждёт отправки.",
            "Show which servers run on the database, and what waits to be sent."
        ).here
    )

    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let status = try await session.api.get(["status"])
            let servers = status["servers"]?.array ?? []
            session.answer(status, ids: servers.compactMap(\.id)) { table(servers, session) }
            let (database, version) = (status["database"]?.string ?? "", status["version"]?.string ?? "")
            session.note(Localized(same: "Vitrina \(version), \(database)"))
            if servers.isEmpty { session.note(Localized("Серверов нет.", "No server runs.")) }
            let (waiting, failed) = (
                status["outbox"]?["waiting"]?.integer ?? 0, status["outbox"]?["failed"]?.integer ?? 0
            )
            session.note(
                Localized(
                    "Ждёт отправки: \(waiting), не доставлено: \(failed).",
                    "\(waiting) wait to be sent, \(failed) were not delivered."
                )
            )
        }
    }

    private func table(_ servers: [JSON], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ГДЕ", "WHERE")),
            Table.Column(Localized("ПРОЦЕСС", "PROCESS"), isNumber: true),
            Table.Column(Localized("ВЕРСИЯ", "VERSION")),
            Table.Column(Localized("РАБОТАЕТ С", "SINCE")),
        ]
        let rows = servers.map { server in
            [
                "\(server["host"]?.string ?? ""):\(server["port"]?.integer ?? 0)",
                String(server["process"]?.integer ?? 0), server["version"]?.string ?? "",
                session.clock.text(server["started_at"]),
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}
