import Core

/// The reason why a backup is not made, read or restored.
package enum BackupFailure: Error, Sendable, Hashable {
    /// The place has no backups.
    case empty(String)
    /// The place has the backups of another installation.
    case foreign
    /// Backups were made there, and the place is empty.
    case gone(String)
    /// A passphrase is set, and the backups there are not encrypted.
    case unencrypted
    case passphrase(isGiven: Bool)
    case unknown(String)
    case ambiguous(String)
    /// No place is set.
    case noPlace
    /// Another one is being made.
    case busy
    /// The database that should be restored is in use.
    case occupied
    /// The empty database has steps of the schema that the backup lacks.
    case ahead
    /// The backup is of a newer program.
    case newer(String)
    /// The program ended while it made the backup.
    case interrupted
}

extension BackupFailure: ProblemConvertible {
    package var problem: Problem { Problem(kind, detail, retryAfter: self == .busy ? 30 : nil) }

    private var kind: Problem.Kind {
        switch self {
        case .empty, .unknown: .notFound
        case .foreign, .gone, .unencrypted, .passphrase, .ambiguous, .noPlace, .busy, .occupied, .ahead,
            .newer,
            .interrupted:
            .conflict
        }
    }

    private var detail: Localized {
        switch self {
        case .empty(let place):
            Localized("В \(place) нет копий.", "There are no backups in \(place).")
        case .foreign:
            Localized(
                "Там копии другой установки. Задайте другое место: VITRINA_BACKUP_TO.",
                "The place has backups of another installation. Set another one: VITRINA_BACKUP_TO."
            )
        case .gone(let place):
            Localized(
                "В \(place) уже делали копии, а теперь там пусто. Подключите диск или задайте другое место.",
                "Backups were made in \(place), and now it is empty. Mount the disk, or set another place."
            )
        case .unencrypted:
            Localized(
                "Копии там не зашифрованы. Уберите VITRINA_BACKUP_KEY или задайте другое место.",
                "The backups there are not encrypted. Remove VITRINA_BACKUP_KEY, or set another place."
            )
        case .ahead:
            Localized(
                "База пуста, но новее копии. Удалите её таблицы.",
                "The database is empty, but newer than the backup. Remove its tables."
            )
        case .passphrase(let isGiven):
            isGiven
                ? Localized(
                    "Пароль копий не подходит: VITRINA_BACKUP_KEY.",
                    "The passphrase of the backups is wrong: VITRINA_BACKUP_KEY."
                )
                : Localized(
                    "Копии зашифрованы. Задайте пароль: VITRINA_BACKUP_KEY.",
                    "The backups are encrypted. Set their passphrase: VITRINA_BACKUP_KEY."
                )
        case .unknown(let name):
            Localized("Копии «\(name)» нет.", "There is no backup \(name).")
        case .ambiguous(let name):
            Localized("С «\(name)» начинается несколько копий.", "More than one backup begins with \(name).")
        case .noPlace:
            Localized("Не задано, куда копировать: VITRINA_BACKUP_TO.", "No place is set: VITRINA_BACKUP_TO.")
        case .busy: Localized("Копия уже создаётся.", "A backup is being made already.")
        case .occupied:
            Localized(
                "База не пуста. Копию восстанавливают только в пустую.",
                "The database is in use. A backup is restored into an empty one."
            )
        case .newer(let step):
            Localized(
                "Копия сделана более новой программой: шага \(step) эта не знает.",
                "The backup is of a newer program: this one does not know the step \(step)."
            )
        case .interrupted:
            Localized(
                "Программа остановилась, не закончив копию.",
                "The program ended before the backup did."
            )
        }
    }
}
