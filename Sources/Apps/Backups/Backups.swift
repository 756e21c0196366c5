import Backup
import Core
import Hummingbird
import ServiceLifecycle
import Storage
import Web

/// Backups of the whole installation: rows, uploads and keys.
package struct Backups: Module {
    package let name = "backups"
    package let title = Localized("Резервные копии", "Backups")
    package let icon = "gear"
    package let resources: [any ResourceDeclaration.Type] = [BackupList.self, BackupPlans.self]

    package init() {}

    package var systemPages: [ModulePage] { [ModulePage(BackupList.resource)] }

    package func services(_ parts: ServiceParts) -> (any ModuleServices)? { BackupServices() }

    package func background(_ services: Services) -> [any Service] {
        services.backupRunner.map { [BackupService(services: services, runner: $0)] } ?? []
    }

    package var auditGroups: [AuditGroup] {
        [
            AuditGroup(
                AuditGroup.Subject("backups", title),
                [.backupMade, .backupChecked, .backupPlanChanged],
                details: ["place": Localized("место", "place")]
            )
        ]
    }

    package func gauges(_ services: Services) async throws -> [Gauge] {
        guard let runner = services.backupRunner, try await runner.log.plan().isOn else { return [] }
        let last = try await runner.log.lastGood()
        return [
            Gauge(
                "vitrina_backup_last_success_timestamp_seconds",
                "When the last good backup was made, in seconds since 1970; 0 if there is none.",
                Double(last?.at.seconds ?? 0)
            ),
            Gauge(
                "vitrina_backup_lost_files",
                "Uploads whose file was missing or damaged when the last good backup was made.",
                Double(last?.lost ?? 0)
            ),
        ]
    }

    package func attention(_ context: ConsoleContext, _ console: Console) async throws -> [AttentionLine] {
        guard context.author.may(.manageStaff), let runner = console.services.backupRunner,
            let warning = try await runner.log.warning()
        else { return [] }
        return [
            AttentionLine(
                path: BackupList.path,
                title: title[context.language],
                kind: Localized("Система", "System")[context.language],
                detail: warning[context.language]
            )
        ]
    }
}

/// The work on backups that this server has been asked for.
final class BackupServices: ModuleServices {
    enum Job: Sendable {
        /// To make a backup that the log has begun.
        case make(String)
        case verify(String)
    }

    private let jobs: AsyncStream<Job>.Continuation
    /// Read by one service.
    let asked: AsyncStream<Job>

    init() {
        (asked, jobs) = AsyncStream<Job>.makeStream()
    }

    func ask(_ job: Job) { jobs.yield(job) }
}

extension Services {
    var backups: BackupServices { of(BackupServices.self) }

    /// Nil if no place is set.
    package var backupRunner: BackupRunner? {
        settings.backups.map { target in
            BackupRunner(
                database: database,
                media: media,
                target: target,
                version: Web.version,
                zone: settings.timeZone,
                now: now,
                random: random
            )
        }
    }
}

extension AuditAction {
    package static let backupMade = AuditAction("backup.made", Localized("резервная копия", "made a backup"))
    package static let backupChecked = AuditAction(
        "backup.checked",
        Localized("проверка копии", "checked a backup")
    )
    package static let backupPlanChanged = AuditAction(
        "backup.plan-changed",
        Localized("расписание копий", "changed when backups are made")
    )
}
