import Core
import Glibc
import Logging
import ServiceLifecycle
import Storage
import UnixSignals
import Web

/// Runs the services of a server, and obeys the signals of its supervisor.
///
/// SIGTERM and SIGINT end it once what is under way is done; a second one ends it at once. SIGHUP reads the settings
/// again.
struct ServerRun: Sendable {
    /// The time that the background services have after the connections.
    private static let stopMax: Duration = .seconds(5)
    /// The time after that in which cancelled work may end.
    ///
    /// The process ends by then, whatever runs.
    private static let cancelMax: Duration = .seconds(2)

    let services: [any Service]
    /// The time that open connections have.
    let drain: Duration
    let reloads: [Reload]
    let logger: Logger
    /// Closes the database.
    let close: @Sendable () async -> Void
    private let isEnding = Locked(false)
    private let hadTerminal = isatty(STDERR_FILENO) == 1

    init(
        _ services: [any Service],
        drain: Duration,
        reloads: [Reload],
        logger: Logger,
        close: @escaping @Sendable () async -> Void
    ) {
        (self.services, self.drain, self.reloads) = (services, drain, reloads)
        (self.logger, self.close) = (logger, close)
    }

    /// Returns after a shutdown; throws the error of a service that failed.
    func run() async throws {
        var configuration = ServiceGroupConfiguration(services: services, logger: logger)
        configuration.maximumGracefulShutdownDuration = drain + Self.stopMax
        let group = ServiceGroup(configuration: configuration)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await serve(group) }
            tasks.addTask { await obey(signals, group) }
            // The second never ends first.
            _ = try await tasks.next()
            tasks.cancelAll()
        }
    }

    private func serve(_ group: ServiceGroup) async throws {
        do {
            try await group.run()
        } catch  where isEnding.value {
            logger.warning("some work was cut short by the shutdown", metadata: ["error": "\(error)"])
        } catch {
            await close()
            throw error
        }
        await close()
    }

    private func obey(_ signals: UnixSignalsSequence, _ group: ServiceGroup) async {
        await withDiscardingTaskGroup { tasks in
            for await signal in signals {
                if signal == .sighup, !hasLostTerminal {
                    for reload in reloads { await reload.run(logger) }
                } else if isEnding.update({ wasEnding in
                    defer { wasEnding = true }
                    return wasEnding
                }) {
                    // A terminal that closes sends several.
                    if signal != .sighup { Self.exit() }
                } else {
                    logger.notice("the server ends", metadata: ["signal": "\(signal)"])
                    await group.triggerGracefulShutdown()
                    tasks.addTask { await exitInTheEnd() }
                }
            }
        }
    }

    /// True if the server was started in a terminal that was closed: it cannot be ended there any more.
    private var hasLostTerminal: Bool { hadTerminal && isatty(STDERR_FILENO) == 0 }

    private func exitInTheEnd() async {
        do {
            try await Task.sleep(for: drain + Self.stopMax + Self.cancelMax)
        } catch {
            // All has ended in time.
            return
        }
        logger.warning("the server ends although some work has not")
        Self.exit()
    }

    /// Ends the process without waiting for anything; what was acknowledged is on the disk.
    private static func exit() {
        _exit(0)
    }
}
