/// What can go wrong with a database, in the words of neither driver.
package enum StorageError: Error, Sendable, Hashable {
    /// A value that must be unique is there already; the columns or the index, as the database names them.
    case unique(String)
    /// A row that is referred to is missing, or one that is still referred to would go.
    case reference(String)
    /// A `NOT NULL` or `CHECK` was broken.
    case constraint(String)
    /// Another writer kept the database for longer than the time-out.
    case busy(String)
    /// The database could not be reached, or the connection was lost. `mayBeKept`: it was lost during the commit,
    /// so that the transaction may or may not have been kept.
    case unreachable(String, mayBeKept: Bool)
    /// The server takes no writes: it is a standby, or an administrator has it so for now. Reads go on.
    case readOnly(String)
    /// The file of an open SQLite database is no longer at its path, so that a write would be lost. Reads go on.
    case detached(String)
    /// A text that neither database can keep: it contains U+0000.
    case text
    /// An answer does not have the column, or not of that type.
    case column(String, String)
    /// The migrations of the database and those of the program do not fit.
    case migration(String)
    /// Everything else: a fault of ours.
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
        case .detached(let what): "\(what) Put the file back, or start the program again."
        case .text: "A text contains the character U+0000, which a database cannot keep."
        case .column(let name, let what): "The column \(name) \(what)."
        case .migration(let what): what
        case .other(let what): what
        }
    }
}
