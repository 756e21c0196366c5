import ArgumentParser
import Core
import Web

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
            let json = try await session.api.get(["status"])
            let status = try ServerStatus.Answer(json: json)
            session.answer(json, ids: status.servers.map(\.id)) { table(status.servers, session) }
            session.note(Localized(same: "Vitrina \(status.version), \(status.database)"))
            if status.servers.isEmpty { session.note(Localized("Серверов нет.", "No server runs.")) }
            let count = { (state: OutboxMessage.State) in status.outbox[state.rawValue] ?? 0 }
            let (waiting, failed) = (count(.waiting), count(.failed))
            session.note(
                Localized(
                    "Ждёт отправки: \(waiting), не доставлено: \(failed).",
                    "\(waiting) wait to be sent, \(failed) were not delivered."
                )
            )
        }
    }

    private func table(_ servers: [RunningServer], _ session: Session) -> Table {
        let columns = [
            Table.Column(Localized("ГДЕ", "WHERE")),
            Table.Column(Localized("ПРОЦЕСС", "PROCESS"), isNumber: true),
            Table.Column(Localized("ВЕРСИЯ", "VERSION")),
            Table.Column(Localized("РАБОТАЕТ С", "SINCE")),
        ]
        let rows = servers.map { server in
            [
                "\(server.host):\(server.port)", String(server.process), server.version,
                session.clock.text(server.startedAt),
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}
