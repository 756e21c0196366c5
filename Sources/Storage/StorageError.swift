/// A database error, independent of the driver.
package enum StorageError: Error, Sendable, Hashable {
    /// A unique value exists already; the columns or the index, as the database names them.
    case unique(String)
    /// A referenced row is missing, or a row that is still referenced would be deleted.
    case reference(String)
    /// A `NOT NULL` or `CHECK` constraint was violated.
    case constraint(String)
    /// Another writer held the database for longer than the time-out.
    case busy(String)
    /// The database could not be reached, or the connection was lost.
    ///
    /// `mayBeKept` is true if it was lost during the commit, so that the transaction may or may not have been
    /// committed.
    case unreachable(String, mayBeKept: Bool)
    /// The database takes no writes: it is a standby, its file is read-only, or an administrator has set it so.
    ///
    /// Reads still work.
    case readOnly(String)
    /// The disk of the database has no room, so nothing of the transaction was kept. Reads still work.
    case full(String)
    /// The file of an open SQLite database is no longer at its path, so that a write would be lost. Reads still work.
    case detached(String)
    /// The schema has gone past what this program can work with, so it writes nothing more; the steps.
    case outdated([String])
    /// A page of the database cannot be read: its disk or its file is damaged.
    case damaged(String)
    /// A text that neither database can store: it contains U+0000.
    case text
    /// A result does not have the column, or not with that type.
    case column(String, String)
    /// The migrations of the database and those of the program do not match.
    case migration(String)
    /// Any other error, which is a bug.
    case other(String)
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unique(let what): "A value is taken already: \(what)"
        case .reference(let what): "A reference would be broken: \(what)"
        case .constraint(let what): "A rule of the database was broken: \(what)"
        case .busy(let what): "The database is busy: \(what)"
        case .unreachable(let what, mayBeKept: false): "The database cannot be reached: \(what)"
        case .unreachable(let what, mayBeKept: true):
            "The connection was lost while the change was being kept; look before you try again: \(what)"
        case .readOnly(let what): "The database takes no writes now: \(what)"
        case .full(let what): "The disk of the database is full: \(what)"
        case .detached(let what): "\(what) Put the file back, or start the program again."
        case .outdated(let steps):
            "This program is too old for the database, which has \(steps.joined(separator: ", "))."
        case .damaged(let what): "The database is damaged: \(what)"
        case .text: "A text contains the character U+0000, which a database cannot keep."
        case .column(let name, let what): "The column \(name) \(what)."
        case .migration(let what): what
        case .other(let what): what
        }
    }
}
