import Dispatch
import Foundation
import GRDB

/// A database in one file of this machine: one writer at a time, readers beside it, and nothing to set up.
package final class SQLiteDatabase: Database {
    package let dialect = Dialect.sqlite
    package var path: String { file.path }
    private let file: SQLiteFile
    private let pool: DatabasePool
    private let statements = SQLiteStatements()
    private let writes: SQLiteWriteQueue
    private let hintStreams = HintStreams()
    private let longReads: Slots

    /// Opens the file, which is created when it is missing; its directory must be there.
    ///
    /// - Parameters:
    ///   - path: The file; SQLite keeps `…-wal` and `…-shm` beside it.
    ///   - busyTimeout: How long a write waits for another process before it is `.busy`.
    ///   - readers: How many reads can run at once.
    /// - Throws: `.unreachable` where the file cannot be opened, `.other` where it would not be durable.
    package init(path: String, busyTimeout: Duration = .seconds(5), readers: Int = 5) throws(StorageError) {
        var configuration = Configuration()
        configuration.label = "vitrina.sqlite"
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.maximumReaderCount = readers
        // A list of ten thousand contents goes over more than the 2 MB that each connection keeps by itself.
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -16384")
            database.add(function: Self.lower)
        }
        makePrivate(path)
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction(Self.makeDurable)
        } catch {
            throw (error as? DatabaseError).map(StorageError.init(sqlite:)) ?? .other("\(error)")
        }
        file = SQLiteFile(path: path)
        longReads = Slots(max(1, readers / 3))
        writes = SQLiteWriteQueue(pool: pool, file: file, statements: statements)
    }

    /// `lower` of every letter, as PostgreSQL has it; that of SQLite knows Latin letters alone.
    private static let lower = DatabaseFunction("lower", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.lowercased()
    }

    /// Waits for the disk at every commit.
    ///
    /// GRDB opens a pool with `synchronous = NORMAL`, which may lose the last commits with the power.
    private static func makeDurable(_ connection: GRDB.Database) throws {
        try connection.execute(sql: "PRAGMA synchronous = FULL")
        // A batch of the search's index touches thousands of pages; 2 MB of them would be written again and again.
        try connection.execute(sql: "PRAGMA cache_size = -32768")
        guard try Int.fetchOne(connection, sql: "PRAGMA synchronous") == 2 else {
            throw StorageError.other("SQLite does not accept synchronous = FULL.")
        }
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        guard LongRead.isOn.get() else { return try await readAtOnce(body) }
        return try await longReads.run { try await readAtOnce(body) }
    }

    private func readAtOnce<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        do {
            return try await pool.read { [statements] in
                try body(SQLiteConnection($0, statements: statements))
            }
        } catch {
            throw StorageError.mapped(sqlite: error)
        }
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await writes.run(body)
    }

    /// Writes the whole database into a new file, which only this user may read.
    ///
    /// - Throws: `.other` where the file is there already or cannot be made.
    package func copy(to path: String) async throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError.other("\(path) cannot be made: \(String(cString: strerror(errno))).")
        }
        Foundation.close(descriptor)
        do {
            // SQLite takes an empty file for a new one.
            try await pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        } catch {
            unlink(path)
            throw StorageError.mapped(sqlite: error)
        }
    }

    package func requireAttached() throws(StorageError) { try file.check() }

    package func hints() -> AsyncStream<Void> {
        hintStreams.stream { [path] hint in
            let watch = SQLiteWatch(path: path, changed: hint)
            return { watch.cancel() }
        }
    }

    package func close() async throws {
        hintStreams.finish()
        try await writes.close()
        let pool = pool
        // Waits for the readers, so it must not hold a thread that Swift's tasks share.
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                done.resume(with: Result { try pool.close() }.mapError(StorageError.mapped(sqlite:)))
            }
        }
    }
}

/// Lets nobody else on the machine read the file, whatever the umask; SQLite gives those beside it the same mode.
///
/// Where the file is somebody else's, or cannot be made, opening it says so. One that is there is not opened here: to
/// close it would take away the locks that another connection of this process has on it.
private func makePrivate(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    for suffix in ["", "-wal", "-shm", "-journal"] {
        var status = stat()
        guard stat(path + suffix, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
        chmod(path + suffix, status.st_mode & 0o700)
    }
}
