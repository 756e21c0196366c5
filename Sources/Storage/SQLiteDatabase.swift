import Dispatch
import Foundation
import GRDB

/// A database in one file of this machine: one writer at a time, concurrent readers, and no setup.
package final class SQLiteDatabase: Database {
    package let dialect = Dialect.sqlite
    package var path: String { file.path }
    private let file: SQLiteFile
    private let pool: DatabasePool
    private let statements = SQLiteStatements()
    private let writes: SQLiteWriteQueue
    private let hintStreams = HintStreams()
    private let longReads: Slots

    /// Opens the file, which is created if it is missing; its directory must exist.
    ///
    /// - Parameters:
    ///   - path: The file; SQLite keeps `…-wal` and `…-shm` beside it.
    ///   - busyTimeout: The time for which a write waits for another process before it fails as `.busy`.
    ///   - readers: The number of concurrent reads.
    /// - Throws: `.unreachable` if the file cannot be opened, `.other` if it would not be durable.
    package init(path: String, busyTimeout: Duration = .seconds(5), readers: Int = 5) throws(StorageError) {
        var configuration = Configuration()
        configuration.label = "vitrina.sqlite"
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.maximumReaderCount = readers
        // A list of ten thousand entries exceeds the default page cache of 2 MB per connection.
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -16384")
            database.add(function: Self.lower)
            database.add(function: Self.day)
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

    /// `day_of`: the day of a moment in UTC, `2026-11-25`; PostgreSQL has it from a migration.
    private static let day = DatabaseFunction("day_of", argumentCount: 1, pure: true) { values in
        Int64.fromDatabaseValue(values[0]).flatMap { Timestamp(microseconds: $0) }
            .map { String($0.description.prefix(10)) }
    }

    /// Waits for the disk at every commit.
    ///
    /// GRDB opens a pool with `synchronous = NORMAL`, which may lose the last commits in a power failure.
    private static func makeDurable(_ connection: GRDB.Database) throws {
        try connection.execute(sql: "PRAGMA synchronous = FULL")
        // A batch of the search index changes pages all over it; those that are not in the cache are written and read
        // repeatedly. Only what is used is allocated.
        try connection.execute(sql: "PRAGMA cache_size = -32768")
        // By default SQLite writes the pages that a statement may have to restore to a file.
        try connection.execute(sql: "PRAGMA temp_store = MEMORY")
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

    /// Copies the whole database into a new file, which only this user may read.
    ///
    /// - Throws: `.other` if the file exists already or cannot be created.
    package func copy(to path: String) async throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError.other("\(path) cannot be made: \(String(cString: strerror(errno))).")
        }
        Foundation.close(descriptor)
        do {
            // SQLite treats an empty file as a new database.
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
        // Waits for the readers, so it must not block a thread that Swift's tasks share.
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                done.resume(with: Result { try pool.close() }.mapError(StorageError.mapped(sqlite:)))
            }
        }
    }
}

/// Restricts the file to this user, whatever the umask; SQLite gives the files beside it the same mode.
///
/// If the file belongs to somebody else, or cannot be created, opening it reports so. An existing file is not opened
/// here, because closing it would release the locks of another connection of this process.
private func makePrivate(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    for suffix in ["", "-wal", "-shm", "-journal"] {
        var status = stat()
        guard stat(path + suffix, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
        chmod(path + suffix, status.st_mode & 0o700)
    }
}
