import ArgumentParser
import Core
import Storage
import Web

/// Runs `vitrina status`.
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Показать, какие серверы работают с базой и что ждёт отправки.",
        "Show which servers run on the database, and what waits to be sent."
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
            if let health = status.health { tell(health, session) }
        }
    }

    private func tell(_ health: HealthFindings, _ session: Session) {
        if let clock = health.clock {
            session.note(
                health.isAdrift
                    ? Localized(
                        "WARN  Часы сервера \(clock.ru). Включите NTP на обеих машинах.",
                        "WARN  The server's clock is \(clock.en). Turn NTP on on both machines."
                    )
                    : Localized("Часы сервера \(clock.ru).", "The server's clock is \(clock.en).")
            )
        }
        if let replica = health.replica {
            let mark = replica.state == .ok ? "" : "WARN  "
            session.note(
                Localized(
                    "\(mark)Реплика для чтения: \(replica.text.ru).",
                    "\(mark)The read replica \(replica.text.en)."
                )
            )
        }
        if let moment = health.damage.damagedAt {
            let time = session.clock.text(moment)
            session.note(
                Localized(
                    "FAIL  Файл базы повреждён, найдено \(time). Что именно: vitrina doctor --deep",
                    "FAIL  The database file is damaged, found \(time). What it is: vitrina doctor --deep"
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
