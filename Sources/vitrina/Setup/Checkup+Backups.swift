import Backup
import Core
import Storage

extension Checkup {
    /// Checks that backups are made, if a place for them is set.
    mutating func look(atBackupsOf database: any Database, _ configuration: Configuration) async throws {
        if try await BackupTakeOver(database: database).isPending() {
            let setting =
                configuration.backupPlace == nil
                ? Localized("Задайте VITRINA_BACKUP_TO. ", "Set VITRINA_BACKUP_TO. ") : Localized(same: "")
            return warn(
                "backups",
                Localized(
                    "Место копий потерянной установки ещё не занято: восстановление прервалось.",
                    "The place of backups is not taken over yet, since the restore was interrupted."
                ),
                Localized(
                    "\(setting.ru)Выполните: vitrina backup create",
                    "\(setting.en)Run: vitrina backup create"
                )
            )
        }
        guard configuration.backupPlace != nil else {
            guard configuration.isProduction else { return }
            return warn(
                "backups",
                Localized("Копии не делаются.", "No backups are made."),
                Localized("Задайте VITRINA_BACKUP_TO.", "Set VITRINA_BACKUP_TO.")
            )
        }
        let log = BackupLog(database: database, now: { .current })
        guard try await log.plan().isOn else {
            return warn(
                "backups",
                Localized("Копии сами не делаются.", "Backups are not made by themselves."),
                Localized(same: "vitrina backup schedule --enabled")
            )
        }
        guard let warning = try await log.warning() else {
            return ok("backups", Localized("Копии делаются.", "Backups are made."))
        }
        warn(
            "backups",
            Localized("Копии: \(warning.ru).", "Backups: \(warning.en)."),
            Localized("Смотрите: vitrina backup list", "See: vitrina backup list")
        )
    }
}
