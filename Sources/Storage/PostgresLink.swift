import CLibPQ
import Glibc

/// One open connection of libpq.
///
/// It blocks, but never for longer than its time-outs; used by one thread at a time.
final class PostgresLink {
    let handle: OpaquePointer
    private let settings: PostgresSettings
    /// The call that the connection serves, or has served last.
    private var call: PostgresCall
    /// Not nil if the hosts should be asked again then, because this one takes no writes.
    private let isOutdatedFrom: ContinuousClock.Instant?
    var statements = PostgresStatements()
    var unread: [PostgresCommand] = []
    /// True if each transaction may run on another connection of the server, because a pooler stands between.
    private(set) var isShared = false
    /// Nil if slow statements are not reported.
    let timer: StatementTimer?
    var columnTypes: [String: [String: String]] = [:]
    /// True if the other servers are to be notified of the last transaction.
    var isNoticed = false
    /// The time-out of statements that the session has; nil if it is not known, as after a rollback.
    private var statementTimeout: Duration?

    /// The error for which this connection can no longer be used.
    private(set) var loss: StorageError?
    /// The serialization failure of the last transaction, which may be run again.
    private(set) var conflict: StorageError?
    /// The error for which the server did not begin the last transaction.
    private(set) var refusal: StorageError?
    /// True if the server reported a failure before it came to the last commit, so that nothing was kept.
    private(set) var isCommitSkipped = false

    init(_ settings: PostgresSettings, _ call: PostgresCall) throws(StorageError) {
        (self.settings, self.call) = (settings, call)
        timer = settings.slow.map { StatementTimer($0, .postgres) }
        let opened = try PostgresAddress(settings.url).open(
            settings.parameters,
            isReplica: settings.isReplica,
            until: call.end
        )
        handle = opened.handle
        let isReplaced = opened.isSecondChoice || settings.isReplica
        isOutdatedFrom = isReplaced ? ContinuousClock.now + PostgresSettings.secondChoiceMax : nil
        guard PQstatus(handle) == CONNECTION_OK else { throw lost() }
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard PQsetnonblocking(handle, 1) == 0 else { throw lost() }
        if let schema = settings.schema { try create(schema: schema) }
        isShared = try settings.isShared ? true : isAnsweredByPooler()
        // Settings made here would apply to other clients of the pooler; each transaction makes its own.
        guard !isShared else { return }
        try query(settings.greeting)
        statementTimeout = settings.statementTimeout(in: .app)
    }

    deinit {
        PQfinish(handle)
    }

    /// Another connection may create it at the same time; the next statement shows whether it can be used.
    private func create(schema: String) throws(StorageError) {
        do {
            _ = try query(("CREATE SCHEMA IF NOT EXISTS \(name: schema)" as SQL).text)
        } catch {
            if let loss { throw loss }
        }
    }

    var descriptor: Int32 { PQsocket(handle) }

    /// True if no transaction is open.
    var isIdle: Bool { loss == nil && PQtransactionStatus(handle) == PQTRANS_IDLE }

    var isOutdated: Bool { isOutdatedFrom.map { $0 <= .now } ?? false }

    /// Begins a transaction; an error of the server is thrown together with the answer to its first statement.
    func begin(_ mode: PostgresSession.Mode, _ call: PostgresCall) throws(StorageError) {
        (conflict, refusal, isNoticed, self.call) = (nil, nil, false, call)
        timer?.begin(mode.rawValue)
        if mode == .write, !isShared, isReadOnly {
            let error = StorageError.readOnly("Transactions are read-only by default.")
            refusal = error
            throw error
        }
        try send(text: mode.rawValue)
        if isShared { return try send(text: settings.greeting(of: mode, within: call.statementTimeout)) }
        guard call.statementTimeout != statementTimeout else { return }
        try send(text: "SET statement_timeout = '\(call.statementTimeout.postgres)'")
        statementTimeout = call.statementTimeout
    }

    /// Ends a transaction of which nothing shall be kept.
    func rollBack() {
        // Unread statements may fail, too, and ROLLBACK must follow all the same.
        _ = try? settle()
        _ = try? query("ROLLBACK")
        statementTimeout = nil
    }

    /// True if an administrator keeps the database from changes, as some providers do when its disk is full.
    private var isReadOnly: Bool {
        PQparameterStatus(handle, "default_transaction_read_only").map { String(cString: $0) } == "on"
    }

    /// Returns false if a statement has failed, so that the server has rolled back.
    func commit() throws(StorageError) -> Bool {
        if let refusal { throw refusal }
        // Failures in savepoints came before.
        isCommitSkipped = false
        try send(text: Self.commit)
        let isKept = try settle().last?.result.command == Self.commit
        if !isKept { statementTimeout = nil }
        return isKept
    }

    static let commit = "COMMIT"

    /// Runs one or several statements without values.
    @discardableResult
    func query(_ text: String, timeout: Duration? = nil) throws(StorageError) -> PostgresResult {
        try settle()
        timer?.start()
        defer { timer?.lap(text) }
        guard PQsendQuery(handle, text) == 1 else { throw lost() }
        return try answer(timeout)
    }

    /// Writes a statement without values, which is not prepared, into the buffer of libpq.
    func send(text: String) throws(StorageError) {
        try enterPipeline()
        guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0) == 1 else { throw lost() }
        unread.append(.text(text))
    }

    /// Runs a statement without values, and leaves the answer unread; a failure is set aside.
    func post(_ text: String) throws(StorageError) {
        try send(text: text)
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        unread.append(.sync)
        try flush(until: deadline(nil))
    }

    func enterPipeline() throws(StorageError) {
        guard !unread.isEmpty || PQenterPipelineMode(handle) == 1 else { throw lost() }
    }

    /// Sends what is in the buffer, and reads the answer of every statement; throws the first failure.
    @discardableResult
    func settle() throws(StorageError) -> [PostgresAnswer] {
        guard !unread.isEmpty else { return [] }
        let commands = unread
        unread = []
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        timer?.start()
        try flush(until: deadline(nil))
        var answers: [PostgresAnswer] = []
        var fault: StorageError?
        for command in commands {
            if case .sync = command {
                _ = try next(until: deadline(nil))
                // The failure is of a posted statement, for which no caller waits.
                (fault, conflict, isCommitSkipped) = (nil, nil, false)
                continue
            }
            let result = try result(until: deadline(nil))
            timer?.lap(command.text)
            if fault == nil, let failure = result.failure { fault = self.fault(failure, of: command) }
            if let loss { throw loss }
            switch command {
            // It was skipped, or refused.
            case .preparation(let key) where fault != nil: statements.forget(key)
            case _ where fault != nil: continue
            case .preparation, .sync: continue
            case .text: answers.append(PostgresAnswer(result: result, columns: Row.Columns([])))
            case .statement(let key, _):
                let columns = statements.columns(of: key) { result.columnNames }
                answers.append(PostgresAnswer(result: result, columns: columns))
            }
        }
        _ = try next(until: deadline(nil))
        guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        if let fault { throw fault }
        return answers
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

    // MARK: Waiting

    /// Sends what is queued and reads to the end of the result.
    private func answer(_ timeout: Duration?) throws(StorageError) -> PostgresResult {
        let deadline = deadline(timeout)
        try flush(until: deadline)
        let answer = try result(until: deadline)
        if let failure = answer.failure { throw fault(failure) }
        return answer
    }

    /// Of several statements in one command the last result counts, but the first failure takes precedence.
    private func result(until deadline: ContinuousClock.Instant) throws(StorageError) -> PostgresResult {
        var answer: PostgresResult?
        while let result = try next(until: deadline) {
            guard !result.isCopy else { throw lost("COPY is not supported.") }
            if answer?.failure == nil { answer = result }
        }
        guard PQstatus(handle) == CONNECTION_OK, let answer else { throw lost(answer?.failure?.message) }
        return answer
    }

    private func deadline(_ timeout: Duration?) -> ContinuousClock.Instant {
        call.bounded(.now + (timeout ?? call.statementTimeout) + PostgresSettings.grace)
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
        return Glibc.poll(&descriptor, 1, milliseconds)
    }

    // MARK: Faults

    private func fault(_ failure: PostgresFailure, of command: PostgresCommand) -> StorageError {
        switch command {
        case .text(Self.commit): break
        // Without a state the connection broke, and the server may have gone on.
        case .preparation, .text, .statement, .sync: isCommitSkipped = !failure.state.isEmpty
        }
        switch command {
        case .text(PostgresSession.Mode.write.rawValue) where failure.isUnsupported:
            let error = StorageError.readOnly(failure.message)
            refusal = error
            return error
        // A migration has changed a table of the statement: a new connection prepares it again.
        case .statement(_, isNew: false) where failure.isOutdatedStatement: return lost(failure.message)
        case .preparation, .text, .statement, .sync: return fault(failure)
        }
    }

    private func fault(_ failure: PostgresFailure) -> StorageError {
        if failure.isLoss { return lost(failure.message) }
        let error = StorageError(postgres: failure)
        if failure.isConflict { conflict = error }
        return error
    }

    func lost(_ message: String? = nil) -> StorageError {
        let said = message ?? PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let error = StorageError.unreachable(words, mayBeKept: false)
        loss = loss ?? error
        return error
    }
}
