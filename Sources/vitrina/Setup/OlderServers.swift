import ArgumentParser
import Core
import Storage

/// Holds a migration back that older programs cannot work with, as long as servers of such programs run.
struct OlderServers {
    struct Options: ParsableArguments {
        @Flag(
            help: ArgumentHelp(
                "Обновить, даже если работают серверы, которые после этого не смогут ничего записать.",
                "Migrate even if servers run that can write nothing afterwards."
            )
        )
        var force = false
    }

    let database: any Database
    let options: Options

    /// Throws a failure that names the servers; a later attempt can succeed.
    func refuse() async throws {
        guard !options.force else { return }
        let contracts = try await Migrator(database).status().contracts
        guard let strictest = contracts.max(by: { $0.oldest < $1.oldest }) else { return }
        let clock = try await Composition.clock(of: database)
        let registry = ServerRegistry(database: database) { clock.now() }
        let servers = try await registry.older(than: strictest.oldest)
        guard !servers.isEmpty else { return }
        let names = servers.map { "\($0.host):\($0.port) (\($0.version), \($0.process))" }
            .joined(separator: ", ")
        throw Failure(
            .tryAgain,
            "older-servers",
            Localized(
                "После шага \(strictest.name) эти серверы не смогут ничего записать: \(names).",
                "After the step \(strictest.name) these servers can write nothing: \(names)."
            ),
            advice: [
                Localized(
                    "Остановите их или обновите. Убитый сервер забывается через 30 секунд.",
                    "Stop or update them. A server that was killed is forgotten after 30 seconds."
                ),
                Localized("Обновить всё равно: --force", "To migrate all the same: --force"),
            ]
        )
    }
}
