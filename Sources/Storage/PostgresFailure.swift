/// The server's report on a failed statement.
struct PostgresFailure {
    /// The five characters of SQLSTATE.
    let state: String
    let message: String
    let detail: String?
    let table: String?
    let constraint: String?

    /// True if the server is shutting down, starting up or out of connections, or if the connection is lost.
    var isLoss: Bool {
        state.isEmpty || state.hasPrefix("08")
            || ["57P01", "57P02", "57P03", "57P05", "53300"].contains(state)
    }

    /// True for a serialization failure, a deadlock, or a standby that has to replay: the same transaction may succeed
    /// the next time.
    var isConflict: Bool {
        ["40001", "40P01"].contains(state) || state == "57014" && message.contains("conflict with recovery")
    }

    /// True if a standby was asked for a transaction that writes.
    var isUnsupported: Bool { state == "0A000" }

    /// True for "cached plan must not change result type", or an unknown prepared statement.
    var isOutdatedStatement: Bool { ["0A000", "26000"].contains(state) }
}

extension StorageError {
    init(postgres failure: PostgresFailure) {
        switch failure.state {
        case "23505": self = .unique(failure.columns ?? failure.constraint ?? failure.message)
        case "23503": self = .reference(failure.constraint ?? failure.message)
        case "23502", "23514", "23P01": self = .constraint(failure.constraint ?? failure.message)
        // A lock or a statement that took too long, and failures that a retry may avoid.
        case "55P03", "57014", "40001", "40P01": self = .busy(failure.message)
        case "25006": self = .readOnly(failure.message)
        case "53100": self = .full(failure.message)
        // Out of memory, or over a limit of the server.
        case "53200", "53400": self = .unreachable(failure.message, mayBeKept: false)
        // A page, an index or a file of the server cannot be read.
        case "XX001", "XX002", "58030", "58P01": self = .damaged(failure.message)
        // The text contains a character that PostgreSQL cannot store.
        case "22021", "22P05": self = .text
        default: self = .other("PostgreSQL \(failure.state): \(failure.message)")
        }
    }
}

extension PostgresFailure {
    /// `contents.app, contents.slug`, as SQLite reports it; nil if the index is not on plain columns.
    ///
    /// The detail is `Key (app, slug)=(mall, spring) already exists.` in the server's language; its values may be
    /// personal data and are left out.
    fileprivate var columns: String? {
        guard let table, let detail, let open = detail.firstIndex(of: "("),
            let close = detail.firstRange(of: ")=(")
        else { return nil }
        let names = detail[detail.index(after: open)..<close.lowerBound].split(separator: ", ")
            .map { $0.replacing("\"", with: "") }
        guard !names.contains(where: { $0.contains("(") || $0.contains(" ") }) else { return nil }
        return names.map { "\(table).\($0)" }.joined(separator: ", ")
    }
}
