import Core

/// A part of a backup that is not as it was written.
package enum BackupDamage: Error, Sendable, Hashable {
    /// A file of rows is cut off, or holds other lines than rows.
    case rows
    /// A sealed file was changed, or has another key.
    case seal
    /// An object has other bytes than the backup says.
    case bytes(String)
    /// A table has another number of rows than the backup says.
    case count(table: String)
    /// A table has other columns than here.
    case columns(table: String)
    /// An object is missing.
    case missing(String)
    /// The description of the backup cannot be read.
    case description
}

extension BackupDamage: ProblemConvertible {
    package var problem: Problem { Problem(.malformed, detail) }

    private var detail: Localized {
        switch self {
        case .rows:
            Localized("Файл строк копии испорчен.", "The file of rows is damaged.")
        case .seal:
            Localized(
                "Зашифрованный файл копии испорчен.",
                "An encrypted file of the backup is damaged."
            )
        case .bytes(let key):
            Localized("Файл \(key) испорчен.", "The file \(key) is damaged.")
        case .count(let table):
            Localized(
                "Число строк таблицы \(table) не совпадает с записанным.",
                "The table \(table) has another number of rows than was written."
            )
        case .columns(let table):
            Localized("У таблицы \(table) другие столбцы.", "The table \(table) has other columns.")
        case .missing(let key):
            Localized("Файла \(key) нет.", "The file \(key) is missing.")
        case .description:
            Localized("Описание копии испорчено.", "The description of the backup is damaged.")
        }
    }
}
