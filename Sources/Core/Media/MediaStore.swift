import Storage

/// The uploaded files: the bytes in a directory or a bucket, and one row for each in the database.
///
/// The same bytes are stored once, under one id, however often they are uploaded.
package struct MediaStore: Sendable {
    let files: any MediaFiles
    let works = ImageWorks()
    let thumbnails: ThumbnailFolder
    private(set) var database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes
    /// The maximum size of an archive.
    package let archiveSizeMax: Int

    /// The files are in a directory; thumbnails are stored in `cache`, or next to the uploads.
    package init(
        directory: String,
        cache: String? = nil,
        database: any Database,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes = .system,
        archiveSizeMax: Int = Limits.archiveSizeMax
    ) {
        files = MediaFolder(path: directory)
        thumbnails = ThumbnailFolder(path: cache ?? "\(directory)/.thumbnails", random: random)
        (self.database, self.now, self.random) = (database, now, random)
        self.archiveSizeMax = archiveSizeMax
    }

    /// The files are objects of a bucket; uploads in progress, copies and thumbnails are in `data`.
    package init(
        bucket: any ObjectStore,
        data: String,
        database: any Database,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes = .system,
        archiveSizeMax: Int = Limits.archiveSizeMax
    ) {
        files = MediaBucket(store: bucket, data: data, random: random, now: now)
        thumbnails = ThumbnailFolder(path: "\(data)/thumbnails", random: random)
        (self.database, self.now, self.random) = (database, now, random)
        self.archiveSizeMax = archiveSizeMax
    }

    /// The same store on another database.
    package func on(_ database: any Database) -> MediaStore {
        var store = self
        store.database = database
        return store
    }

    /// Creates the directories, and removes uploads left by a crash.
    package func prepare() async throws {
        try await files.prepare()
    }

    /// Starts an upload.
    ///
    /// `declaredSize` is the size that the sender declares, so that too large a file is refused early.
    package func upload(by author: Author, declaredSize: Int? = nil) throws(Problem) -> MediaUpload {
        try author.require(.writeContent)
        if let declaredSize, declaredSize > max(archiveSizeMax, Limits.imageSizeMax) {
            throw .tooLarge(nil, archiveSizeMax: archiveSizeMax)
        }
        return MediaUpload(
            files: files,
            works: works,
            path: files.temporaryPath(random),
            declaredSize: declaredSize ?? 0,
            archiveSizeMax: archiveSizeMax
        )
    }

    /// Moves the bytes to their path before the row is written, so that no row refers to a missing file.
    package func finish(
        _ upload: MediaUpload,
        name: String,
        by author: Author
    ) async throws -> (media: Media, isNew: Bool) {
        let file = try await upload.finish(isKept: !WriteMode.isDryRun)
        let name = Media.cleanedName(name, of: file.type)
        let now = now()
        let (media, isNew) = try await database.write { connection in
            let added = try connection.execute(
                """
                INSERT INTO media (id, name, media_type, size, width, height, created_at, touched_at, author)
                VALUES (\(file.id), \(name), \(file.type.rawValue), \(file.size), \(file.image?.width),
                    \(file.image?.height), \(now), \(now), \(author.name))
                ON CONFLICT (id) DO NOTHING
                """
            )
            // Prevents the removal of unused uploads from deleting this one.
            if added == 0 {
                try connection.send("UPDATE media SET touched_at = \(now) WHERE id = \(file.id)")
            }
            if added == 1 {
                try AuditLog.record(
                    .mediaUploaded,
                    subject: file.id,
                    detail: ["name": .string(name)],
                    by: author,
                    at: now,
                    on: connection
                )
            }
            let rows = try connection.rows("SELECT * FROM media WHERE id = \(file.id)")
            guard let media = try rows.first.map(Media.init) else { throw Self.notFound }
            return (media, added == 1)
        }
        if !WriteMode.isDryRun { try await upload.settle(file) }
        return (media, isNew)
    }

    /// Uploads bytes that are in memory already, for seeds and the command line.
    package func add(
        _ bytes: [UInt8],
        name: String,
        by author: Author
    ) async throws -> (media: Media, isNew: Bool) {
        let upload = try upload(by: author)
        try await upload.append(bytes)
        return try await finish(upload, name: name, by: author)
    }

    package func find(_ id: String) async throws -> Media {
        guard Media.type(ofID: id) != nil else { throw Self.notFound }
        let rows = try await database.read { try $0.rows("SELECT * FROM media WHERE id = \(id)") }
        guard let media = try rows.first.map(Media.init) else { throw Self.notFound }
        return media
    }

    /// The newest first, after the cursor; `next` is nil on the last page.
    package func list(
        limit: Int = Limits.pageSizeDefault,
        cursor: String? = nil
    ) async throws -> (media: [Media], next: String?) {
        let limit = min(max(limit, 1), Limits.pageSizeMax)
        let (time, id) = try cursor.map(Self.place) ?? (.latest, "")
        let rows = try await database.read { connection in
            try connection.rows(
                """
                SELECT * FROM media WHERE created_at < \(time) OR created_at = \(time) AND id < \(id)
                ORDER BY created_at DESC, id DESC LIMIT \(limit + 1)
                """
            )
        }
        let page = try rows.prefix(limit).map(Media.init)
        let next = rows.count > limit ? page.last.map { "\($0.createdAt.microseconds)-\($0.id)" } : nil
        return (page, next)
    }

    /// The path, the type and the size of a file, which is on this server's disk then; throws if there is none.
    package func file(of id: String) async throws -> (path: String, type: MediaType, size: Int) {
        guard let type = Media.type(ofID: id), let file = try await local(id) else { throw Self.notFound }
        return (file.path, type, file.size)
    }

    /// A file on this server's disk, for an id that has been checked; nil if there is none.
    func local(_ id: String) async throws -> LocalFile? {
        try await files.file(id) { try await hasRow(id) }
    }

    func hasRow(_ id: String) async throws -> Bool {
        let rows = try await database.read { try $0.rows("SELECT id FROM media WHERE id = \(id)") }
        return !rows.isEmpty
    }

    private static func place(_ cursor: String) throws(Problem) -> (Timestamp, String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let microseconds = Int64(parts[0]), Media.type(ofID: String(parts[1])) != nil,
            let time = Timestamp(microseconds: microseconds)
        else { throw .invalid([Fault("#/cursor", "не из предыдущей страницы", "is not from a page before")]) }
        return (time, String(parts[1]))
    }

    /// The file no longer exists.
    package static let missing = notFound
    static let notFound = Problem.notFound(Localized("Такого файла нет.", "There is no such file."))
}

extension AuditAction {
    package static let mediaUploaded = AuditAction(
        "media.uploaded",
        Localized("загрузка файла", "uploaded a file")
    )
}
