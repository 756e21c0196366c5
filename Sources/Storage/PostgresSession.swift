import CLibPQ
import Dispatch
import Foundation

/// One connection, reconnected when it is lost.
///
/// libpq blocks, so everything runs on the session's own queue and never on a thread that tasks share. What is unchecked
/// is safe because of that queue.
final class PostgresSession: @unchecked Sendable {
    private static let attemptsMax = 10
    private static let statementsMax = 300

    private let settings: PostgresSettings
    private let queue = DispatchQueue(label: "vitrina.postgres.session")
    private var connection: OpaquePointer?
    private var prepared: [String: String] = [:]
    private var nextStatement = 0
    /// The transaction ran into another one and would succeed when run again.
    private var isTransient = false

    init(_ settings: PostgresSettings) {
        self.settings = settings
    }

    deinit {
        PQfinish(connection)
    }

    func transaction<R: Sendable>(
        _ begin: String,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.retrying(begin, body) }) }
        }
    }

    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.disconnect()
                continuation.resume()
            }
        }
    }

    /// Runs the transaction again where that is safe: nothing of it was kept.
    private func retrying<R>(_ begin: String, _ body: (any Connection) throws -> R) throws -> R {
        let deadline = Date(timeIntervalSinceNow: settings.retryMax)
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try once(begin, body)
            } catch {
                let isLost =
                    if case StorageError.unreachable(_, mayBeKept: false) = error { true } else { false }
                guard isLost && Date() < deadline || isTransient && attempt < Self.attemptsMax else {
                    throw error
                }
                // Grows up to half a second, and differs so that two that collided do not collide again.
                Thread.sleep(
                    forTimeInterval: min(0.5, 0.01 * Double(1 << min(attempt, 6))) * .random(in: 0.5...1)
                )
            }
        }
    }

    private func once<R>(_ begin: String, _ body: (any Connection) throws -> R) throws -> R {
        isTransient = false
        try connect()
        try run(begin)
        let result: R
        do {
            result = try body(PostgresConnection(session: self, channel: settings.channel))
        } catch {
            if isTransient || isLost {
                // Whatever the body made of it, the cause is the connection or the other transaction.
                let cause = isLost ? StorageError.unreachable(lastMessage, mayBeKept: false) : error
                rollback()
                throw cause
            }
            rollback()
            throw error
        }
        do {
            try run("COMMIT")
        } catch StorageError.unreachable(let message, _) {
            throw StorageError.unreachable(message, mayBeKept: true)
        }
        return result
    }

    private func rollback() {
        if isLost { return disconnect() }
        do { try run("ROLLBACK") } catch { disconnect() }
    }

    private var isLost: Bool { PQstatus(connection) != CONNECTION_OK }
    private var lastMessage: String {
        String(cString: PQerrorMessage(connection)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: Connecting

    private func connect() throws {
        if connection != nil, !isLost { return }
        disconnect()
        connection = try settings.open()
        if let schema = settings.schema {
            let name = ("\(name: schema)" as SQL).text
            // IF NOT EXISTS is not safe against another session that makes it at the same time.
            do { try run("CREATE SCHEMA IF NOT EXISTS \(name)") } catch StorageError.unique {}
            try run("SET search_path TO \(name)")
        }
    }

    private func disconnect() {
        PQfinish(connection)
        connection = nil
        prepared = [:]
    }

    // MARK: Statements

    /// Runs one or more statements without values.
    func run(_ text: String) throws {
        PQclear(try checked(PQexec(connection, text)))
    }

    func query(_ sql: SQL) throws -> PostgresResult {
        let name = try prepare(sql.text)
        var parameters: [UnsafeMutablePointer<CChar>?] = []
        defer { parameters.forEach { free($0) } }
        for value in sql.values { parameters.append(try value.parameter.map { strdup($0) } ?? nil) }
        let pointers = parameters.map { $0.map { UnsafePointer($0) } }
        return PostgresResult(
            try checked(PQexecPrepared(connection, name, Int32(pointers.count), pointers, nil, nil, 0))
        )
    }

    private func prepare(_ text: String) throws -> String {
        if let name = prepared[text] { return name }
        if prepared.count >= Self.statementsMax {
            try run("DEALLOCATE ALL")
            prepared = [:]
        }
        nextStatement += 1
        let name = "s\(nextStatement)"
        PQclear(try checked(PQprepare(connection, name, text, 0, nil)))
        prepared[text] = name
        return name
    }

    private func checked(_ result: OpaquePointer?) throws -> OpaquePointer? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return result
        case _:
            defer { PQclear(result) }
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let error = StorageError(sqlState: state, result, message: lastMessage, isLost: isLost)
            if state == "40001" || state == "40P01" { isTransient = true }
            if case .unreachable = error { disconnect() }
            throw error
        }
    }
}

extension PostgresSettings {
    /// A new connection with the program's own settings; blocks for a few seconds at most.
    func open() throws -> OpaquePointer? {
        // What stands later wins, so the address may say otherwise.
        let defaults = [
            ("application_name", "vitrina"), ("connect_timeout", "5"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
            ("client_encoding", "UTF8"), ("dbname", url),
        ]
        let connection = defaults.map(\.0).withCStrings { names in
            defaults.map(\.1).withCStrings { values in PQconnectdbParams(names, values, 1) }
        }
        guard PQstatus(connection) == CONNECTION_OK else {
            let message = String(cString: PQerrorMessage(connection))
            PQfinish(connection)
            throw StorageError.unreachable(
                message.trimmingCharacters(in: .whitespacesAndNewlines),
                mayBeKept: false
            )
        }
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        PQclear(
            PQexec(
                connection,
                """
                SET timezone TO 'UTC'; SET datestyle TO 'ISO'; SET statement_timeout TO '30s';
                SET lock_timeout TO '10s'; SET idle_in_transaction_session_timeout TO '60s'
                """
            )
        )
        return connection
    }
}

extension [String] {
    /// The strings as C has them, ended by a null, for as long as `body` runs.
    fileprivate func withCStrings<R>(_ body: ([UnsafePointer<CChar>?]) -> R) -> R {
        let copies = map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies.map { $0.map { UnsafePointer($0) } } + [nil])
    }
}
