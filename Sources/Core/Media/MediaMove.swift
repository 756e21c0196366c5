import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// Copies the files of all uploads from one place to another, such as from a directory into a bucket.
///
/// A file that the target has is skipped, so that an interrupted copy can be repeated.
package struct MediaMove: Sendable {
    private static let batch = 500
    /// Files that are copied at once.
    private static let atOnce = 4
    private static let queue = DispatchQueue(label: "vitrina.media-move", attributes: .concurrent)

    package struct Report: Sendable, Hashable {
        /// Files that were copied, or would be.
        package fileprivate(set) var copied = 0
        /// Their bytes.
        package fileprivate(set) var size = 0
        /// Files that were there.
        package fileprivate(set) var present = 0
        /// Files that the first place does not have.
        package fileprivate(set) var missing: [String] = []
        /// Files that are not what was uploaded.
        package fileprivate(set) var damaged: [String] = []
    }

    fileprivate struct Upload: Sendable {
        let id: String
        let size: Int
    }

    fileprivate enum Outcome: Sendable {
        case copied(Upload)
        case present
        case missing(Upload)
        case damaged(Upload)
    }

    private let source: any ObjectStore
    private let target: any ObjectStore
    private let database: any Database
    /// The directory for temporary files.
    private let scratch: String
    private let random: RandomBytes

    package init(
        from source: any ObjectStore,
        to target: any ObjectStore,
        database: any Database,
        scratch: String,
        random: RandomBytes = .system
    ) {
        (self.source, self.target, self.database) = (source, target, database)
        (self.scratch, self.random) = (scratch, random)
    }

    /// Copies the files of all rows, in the order of their ids; a dry run only counts them.
    ///
    /// `progress` is told how many are done, and how many there are.
    package func run(isDryRun: Bool, progress: @Sendable (Int, Int) -> Void) async throws -> Report {
        let total = try await count()
        let objects = try await target.list("")
        let present = Dictionary(objects.map { ($0.key, $0.size) }) { first, _ in first }
        var (report, done, last) = (Report(), 0, "")
        while case let page = try await uploads(after: last), let end = page.last {
            for start in stride(from: 0, to: page.count, by: Self.atOnce) {
                let uploads = page[start..<min(start + Self.atOnce, page.count)]
                let outcomes = try await transfer(Array(uploads), present, isDryRun: isDryRun)
                for outcome in outcomes { report.add(outcome) }
                done += uploads.count
                progress(done, max(done, total))
            }
            last = end.id
        }
        return report
    }

    private func transfer(
        _ uploads: [Upload],
        _ present: [ObjectKey: Int],
        isDryRun: Bool
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for upload in uploads {
                let key = try ObjectKey.ofUpload(upload.id)
                let isThere = present[key] == upload.size
                group.addTask {
                    if isThere { return .present }
                    if isDryRun { return .copied(upload) }
                    return try await transfer(upload, key)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func transfer(_ upload: Upload, _ key: ObjectKey) async throws -> Outcome {
        try Task.checkCancellation()
        // A file in a directory can be read where it is.
        if let folder = source as? FolderStore {
            guard try await folder.size(of: key) != nil else { return .missing(upload) }
            return try await put(folder.path(of: key), upload, key)
        }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        // Named as an upload in progress, so that it is removed even after a crash.
        let temporary = MediaFolder(path: scratch).temporaryPath(random)
        defer { unlink(temporary) }
        do {
            try await source.get(key, to: temporary)
        } catch ObjectFault.missing {
            return .missing(upload)
        }
        return try await put(temporary, upload, key)
    }

    private func put(_ path: String, _ upload: Upload, _ key: ObjectKey) async throws -> Outcome {
        let digest = try await Self.queue.blocking { try SHA256.ofFile(path).hex }
        guard upload.id.hasPrefix(digest) else { return .damaged(upload) }
        try await target.put(key, file: path)
        return .copied(upload)
    }

    private func count() async throws -> Int {
        try await database.read { connection in
            try connection.rows("SELECT count(*) AS count FROM media").first?.get("count") ?? 0
        }
    }

    private func uploads(after last: String) async throws -> [Upload] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, size FROM media WHERE id > \(last) ORDER BY id LIMIT \(Self.batch)"
            ).map { Upload(id: try $0.get("id"), size: try $0.get("size")) }
        }
    }
}

extension MediaMove.Report {
    fileprivate mutating func add(_ outcome: MediaMove.Outcome) {
        switch outcome {
        case .copied(let upload):
            copied += 1
            size += upload.size
        case .present: present += 1
        case .missing(let upload): missing.append(upload.id)
        case .damaged(let upload): damaged.append(upload.id)
        }
    }
}
