import Backup
import Core
import Logging
import ServiceLifecycle
import Web

/// Makes the backups that are due, and those that staff ask for.
struct BackupService: Service {
    private static let pause: Duration = .seconds(30)

    let services: Services
    let runner: BackupRunner

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await plan() }
                group.addTask {
                    for await job in services.backups.asked { await perform(job) }
                }
            }
        }
    }

    private func plan() async {
        await completeTakeOver()
        while !Task.isCancelled {
            do {
                if try await runner.log.isDue(in: services.settings.timeZone) {
                    let id = try await runner.log.begin(at: runner.place, isPlanned: true, by: "vitrina")
                    await perform(.make(id))
                }
            } catch BackupFailure.busy {
                // Another server makes it.
            } catch {
                failed("cannot see whether a backup is due", error)
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// A restore that was interrupted has left it to this server.
    private func completeTakeOver() async {
        do {
            guard try await runner.completeTakeOver() else { return }
            services.logger.notice("took over the place of the lost installation's backups")
        } catch {
            failed("cannot take over the place of the lost installation's backups", error)
        }
    }

    private func perform(_ job: BackupServices.Job) async {
        switch job {
        case .make(let id):
            do {
                let outcome = try await runner.make(id)
                let summary = outcome.summary
                services.logger.info(
                    "made a backup",
                    metadata: [
                        "id": "\(id)", "rows": "\(summary.rowCount)", "files": "\(summary.files)",
                        "lost": "\(summary.lost)",
                    ]
                )
                if let reason = outcome.leftOver {
                    services.logger.error(
                        "older backups were not removed",
                        metadata: ["error": "\(reason.en)"]
                    )
                }
            } catch {
                failed("a backup failed", error)
            }
        case .verify(let id):
            do {
                _ = try await runner.verify(id, isWhole: true)
            } catch {
                failed("a backup was checked, and is not whole, or could not be read", error)
            }
        }
    }

    private func failed(_ what: Logger.Message, _ error: any Error) {
        guard !(error is CancellationError) else { return }
        services.logger.error(what, metadata: ["error": "\(error)"])
    }
}
