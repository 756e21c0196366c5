import Glibc

/// A database in one file of this machine: one writer at a time, concurrent readers, and no setup.
package final class SQLiteDatabase: Database {
    package let dialect = Dialect.sqlite
    package var path: String { file.path }
    private let file: SQLiteFile
    private let writes: SQLiteWriteQueue
    private let readers: SessionPool<SQLiteReader>
    private let hintStreams = HintStreams()
    private let waitMax: Duration

    /// Opens the file, which is created if it is missing; its directory must exist.
    ///
    /// - Parameters:
    ///   - path: The file; SQLite keeps `…-wal` and `…-shm` beside it.
    ///   - busyTimeout: The time after which a write fails as `.busy` if another process holds the lock all the while.
    ///   - readers: The number of concurrent reads.
    ///   - waitMax: The time for which a read waits for one of them before it fails as `.busy`.
    ///   - slow: Gets the slow statements; nil if they are not reported.
    /// - Throws: `.unreachable` if the file cannot be opened, `.other` if it would not be durable.
    package init(
        path: String,
        busyTimeout: Duration = .seconds(5),
        readers: Int = 5,
        waitMax: Duration = .seconds(10),
        slow: SlowStatements? = nil
    ) throws(StorageError) {
        makePrivate(path)
        let link = try SQLiteLink(
            path: path,
            .write,
            busyTimeout: busyTimeout,
            slow: slow,
            setup: Self.durable
        )
        guard try link.statement("PRAGMA synchronous").rows([]).first?[0] == .integer(2) else {
            throw .other("SQLite does not accept synchronous = FULL.")
        }
        file = SQLiteFile(path: path)
        self.waitMax = waitMax
        writes = SQLiteWriteQueue(link, file: file, busyTimeout: busyTimeout)
        self.readers = SessionPool(
            (0..<readers).map { _ in SQLiteReader(path: path, busyTimeout: busyTimeout, slow: slow) }
        )
    }

    /// Readers see the last commit while a write runs, and every commit waits for the disk.
    ///
    /// A batch of the search index changes pages all over it; those that are not in the cache are written and read
    /// repeatedly. Only what is used of the 32 MB is allocated. By default SQLite writes the pages that a statement may
    /// have to restore to a file. The log of writes goes into the file at 16 MB and not at 4, as a page that many of them
    /// change is then written once.
    private static let durable = """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -32768;
        PRAGMA temp_store = MEMORY;
        PRAGMA wal_autocheckpoint = 4000;
        """

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let lane = Lane.current
        let reader = try await readers.borrow(for: lane, until: .now + lane.waitMax(usually: waitMax))
        defer { readers.giveBack(reader, of: lane) }
        return try await reader.run(body)
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
        Glibc.close(descriptor)
        do {
            // SQLite treats an empty file as a new database. A connection of its own lets writes go on.
            let source = SQLiteReader(path: self.path, busyTimeout: .seconds(5))
            try await source.runAlone { try $0.statement("VACUUM INTO $1").run([.text(path)]) }
        } catch {
            unlink(path)
            throw error
        }
    }

    package func requireAttached() throws(StorageError) { try file.check() }

    package func hints() -> AsyncStream<Void> {
        hintStreams.stream { [path] hint in
            let watch = SQLiteWatch(path: path, changed: hint)
            return { watch.cancel() }
        }
    }

    package var statistics: DatabaseStatistics {
        DatabaseStatistics(pools: [readers.statistics(of: "reads")], writes: writes.statistics)
    }

    package func close() async throws {
        hintStreams.finish()
        await readers.close()
        // The last connection moves the write-ahead log into the file.
        try await writes.close()
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
