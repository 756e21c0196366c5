import CLibPQ
import Foundation

/// One open connection of libpq.
///
/// It blocks, but never for longer than its time-outs; used by one thread at a time.
final class PostgresLink {
    private let handle: OpaquePointer
    private let settings: PostgresSettings
    private var statements = PostgresStatements()
    private var columnTypes: [String: [String: String]] = [:]

    /// The error for which this connection can no longer be used.
    private(set) var loss: StorageError?
    /// The SQLSTATE of the last failed statement.
    private(set) var lastFailure = ""
    /// The serialization failure of the last transaction, which may be run again.
    var conflict: StorageError?

    init(_ settings: PostgresSettings) throws(StorageError) {
        self.settings = settings
        guard let options = PQconninfoParse(settings.url, nil) else {
            // libpq's own message may quote a piece of the password.
            throw .other("This is no PostgreSQL address, such as postgres://user@host/database.")
        }
        PQconninfoFree(options)
        let parameters = settings.parameters
        let opened = CStrings.copying(parameters.map(\.0)) { keywords in
            CStrings.copying(parameters.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let handle = opened else {
            throw .unreachable("There is no memory for a connection.", mayBeKept: false)
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw lost() }
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard PQsetnonblocking(handle, 1) == 0 else { throw lost() }
        if let schema = settings.schema { try create(schema: schema) }
        _ = try query(settings.greeting)
    }

    deinit {
        PQfinish(handle)
    }

    var descriptor: Int32 { PQsocket(handle) }

    /// True if no transaction is open.
    var isIdle: Bool { loss == nil && PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// Runs one or several statements without values.
    func query(_ text: String, timeout: Duration? = nil) throws(StorageError) -> PostgresResult {
        guard PQsendQuery(handle, text) == 1 else { throw lost() }
        return try answer(timeout)
    }

    /// Runs one statement, which is prepared once per connection.
    func prepared(_ sql: SQL) throws(StorageError) -> (PostgresResult, Row.Columns) {
        let parameters = try PostgresParameters(sql)
        let key = PostgresStatements.Key(text: sql.text, types: parameters.types)
        let (statement, isNew) = try statement(key)
        let count = Int32(parameters.types.count)
        let isSent = CStrings.copying(parameters.texts) { values in
            PQsendQueryPrepared(handle, statement.name, count, values, nil, nil, 0) == 1
        }
        guard isSent else { throw lost() }
        do {
            let result = try answer()
            return (result, statements.columns(of: key) { result.columnNames })
        } catch .other(let message) where !isNew && statements.isOutdated {
            // A migration has changed a table of the statement: a new connection prepares it again.
            throw lost(message)
        }
    }

    /// The names of a table's columns and of their types.
    func columnTypes(of table: String) throws -> [String: String] {
        if let types = columnTypes[table] { return types }
        let (result, columns) = try prepared(
            """
            SELECT a.attname AS name, t.typname AS type FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            WHERE a.attrelid = CAST(\(table) AS regclass) AND a.attnum > 0 AND NOT a.attisdropped
            """
        )
        var types: [String: String] = [:]
        for row in result.rows(columns) { types[try row.get("name")] = try row.get("type", as: String.self) }
        columnTypes[table] = types
        return types
    }

    /// Throws if the server is known to have closed the connection, without a round trip.
    func probe() throws(StorageError) {
        if let loss { throw loss }
        while poll(POLLIN, milliseconds: 0) != 0 {
            guard PQconsumeInput(handle) == 1 else { throw lost() }
            _ = PQisBusy(handle)
        }
    }

    /// Waits up to `milliseconds` and returns true if another connection has notified.
    func isNotified(within milliseconds: Int32) throws(StorageError) -> Bool {
        _ = poll(POLLIN, milliseconds: milliseconds)
        guard PQconsumeInput(handle) == 1 else { throw lost() }
        var isNotified = false
        while let notification = PQnotifies(handle) {
            PQfreemem(notification)
            isNotified = true
        }
        return isNotified
    }

    // MARK: Statements

    private func statement(
        _ key: PostgresStatements.Key
    ) throws(StorageError) -> (PostgresStatements.Kept, isNew: Bool) {
        if let kept = statements.find(key) { return (kept, false) }
        if let oldest = statements.oldestBeyondBound() {
            _ = try query("DEALLOCATE \(oldest.name)")
            statements.forget(oldest.key)
        }
        let name = statements.nextName()
        guard PQsendPrepare(handle, name, key.text, Int32(key.types.count), key.types) == 1 else {
            throw lost()
        }
        _ = try answer()
        return (statements.keep(key, name: name), true)
    }

    /// Another connection may create it at the same time; the next statement shows whether it can be used.
    private func create(schema: String) throws(StorageError) {
        do {
            _ = try query(("CREATE SCHEMA IF NOT EXISTS \(name: schema)" as SQL).text)
        } catch {
            if let loss { throw loss }
        }
    }

    // MARK: Waiting

    /// Sends what is queued and reads to the end of the result.
    private func answer(_ timeout: Duration? = nil) throws(StorageError) -> PostgresResult {
        let deadline = deadline(timeout)
        try flush(until: deadline)
        var answer: PostgresResult?
        while let result = try next(until: deadline) {
            guard !result.isCopy else { throw lost("COPY is not supported.") }
            // Of several statements the last result counts, but the first failure takes precedence.
            if answer?.failure == nil { answer = result }
        }
        guard PQstatus(handle) == CONNECTION_OK, let answer else { throw lost(answer?.failure?.message) }
        if let failure = answer.failure { throw fault(failure) }
        return answer
    }

    private func deadline(_ timeout: Duration?) -> ContinuousClock.Instant {
        .now + (timeout ?? settings.statementTimeout) + PostgresSettings.grace
    }

    private func flush(until deadline: ContinuousClock.Instant) throws(StorageError) {
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw lost() }
            if unsent == 0 { return }
            // The server may block until its output is read.
            try wait(for: POLLIN | POLLOUT, until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
    }

    /// The next result; nil after the last one of a statement.
    private func next(until deadline: ContinuousClock.Instant) throws(StorageError) -> PostgresResult? {
        while PQisBusy(handle) == 1 {
            try wait(for: POLLIN, until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle).map { PostgresResult($0) }
    }

    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws(StorageError) {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw lost("The server did not answer in time.") }
        _ = poll(events, milliseconds: Int32(min(left / .milliseconds(1) + 1, 60_000)))
    }

    /// Not 0 if there is something to do; an interruption counts as such, and the callers check again.
    private func poll(_ events: Int32, milliseconds: Int32) -> Int32 {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        return Foundation.poll(&descriptor, 1, milliseconds)
    }

    // MARK: Faults

    private func fault(_ failure: PostgresFailure) -> StorageError {
        lastFailure = failure.state
        statements.isOutdated = failure.isOutdatedStatement
        if failure.isLoss { return lost(failure.message) }
        let error = StorageError(postgres: failure)
        if failure.isConflict { conflict = error }
        return error
    }

    private func lost(_ message: String? = nil) -> StorageError {
        let said = message ?? PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let error = StorageError.unreachable(words, mayBeKept: false)
        loss = loss ?? error
        return error
    }
}
