import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// The uploads as objects of a bucket, with copies of those that are used on this server's disk.
///
/// The name of an upload is its digest, so a copy needs no comparison with the object again.
struct MediaBucket: MediaFiles {
    /// The total size of the copies.
    private static let copiesSizeMax = 1 << 30
    private static let asidePrefix = ".aside-"
    /// Seconds after a use in which a copy is not removed to make room.
    private static let rest = 60

    private let store: any ObjectStore
    /// The directory of uploads in progress, and of files that are set aside.
    private let uploads: MediaFolder
    private let copies: CacheFolder
    private let random: RandomBytes
    private let now: @Sendable () -> Timestamp
    private let fetches = KeyedFlight()
    private let queue = DispatchQueue(label: "vitrina.media-cache", attributes: .concurrent)

    /// The directories are made in `data`.
    init(
        store: any ObjectStore,
        data: String,
        copiesSizeMax: Int = Self.copiesSizeMax,
        random: RandomBytes,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        uploads = MediaFolder(path: "\(data)/uploads")
        copies = CacheFolder(path: "\(data)/media-cache", sizeMax: copiesSizeMax, rest: Self.rest)
        self.random = random
        self.now = now
    }

    /// Asks the bucket nothing: a server can start while that is away.
    func prepare() async throws { try await uploads.prepare() }

    func temporaryPath(_ random: RandomBytes) -> String { uploads.temporaryPath(random) }

    func size(of id: String) async throws -> Int? { try await store.size(of: .ofUpload(id)) }

    func file(_ id: String, isKnown: @Sendable () async throws -> Bool) async throws -> LocalFile? {
        if let file = try await kept(id) { return file }
        // Anybody may ask for any id, and the bucket need not answer that.
        guard try await isKnown() else { return nil }
        do {
            try await fetches.run(id) {
                // Another caller may have fetched it between.
                guard try await kept(id) == nil else { return }
                try await fetch(id)
            }
        } catch ObjectFault.missing {
            return nil
        }
        return try await kept(id)
    }

    func take(_ temporary: String, as id: String) async throws {
        try await store.put(.ofUpload(id), file: temporary)
        // Somebody will soon look at it; if there is no room for a copy, it is fetched.
        try await queue.blocking {
            do {
                try copies.prepare(for: id)
                var status = stat()
                guard stat(temporary, &status) == 0 else { throw FileError("look at", temporary) }
                try copies.take(temporary, as: id, size: Int(status.st_size))
            } catch {
                unlink(temporary)
            }
        }
    }

    /// The copy on this server's disk; nil if there is none.
    private func kept(_ id: String) async throws -> LocalFile? {
        try await queue.blocking {
            copies.use(id).map { LocalFile(path: copies.path(of: id), size: $0) }
        }
    }

    private func fetch(_ id: String) async throws {
        let temporary = copies.temporaryPath(random)
        try await queue.blocking { try copies.prepare(for: id) }
        try await store.get(.ofUpload(id), to: temporary)
        try await queue.blocking {
            defer { unlink(temporary) }
            let (digest, size) = try SHA256.ofFile(temporary)
            guard id.hasPrefix(digest) else {
                throw ObjectFault.wrong("\(store.place): \(id) has other bytes than were uploaded.")
            }
            // A copy that a power failure cut off would be sent forever.
            try FileSync.file(temporary)
            try copies.take(temporary, as: id, size: size)
        }
    }
}

// MARK: Removal

extension MediaBucket {
    private func aside(_ id: String) -> String { "\(uploads.path)/\(Self.asidePrefix)\(id)" }

    /// Keeps the bytes here, and removes the object.
    func setAside(_ id: String) async throws -> Bool {
        let (key, temporary) = (try ObjectKey.ofUpload(id), uploads.temporaryPath(random))
        let isCopied = try await queue.blocking { link(copies.path(of: id), temporary) == 0 }
        do {
            if !isCopied { try await store.get(key, to: temporary) }
        } catch ObjectFault.missing {
            return false
        }
        try await queue.blocking {
            // Renaming one of two hard links to the other does nothing, so the first is removed in any case.
            defer { unlink(temporary) }
            guard rename(temporary, aside(id)) == 0 else { throw FileError("rename", temporary) }
        }
        try await store.remove(key)
        return true
    }

    func putBack(_ id: String) async throws {
        try await store.put(.ofUpload(id), file: aside(id))
        _ = try await queue.blocking { unlink(aside(id)) }
    }

    func drop(_ id: String) async throws {
        try await queue.blocking {
            unlink(aside(id))
            copies.remove(id)
        }
    }

    func leftAside(longerThan age: Duration) async throws -> [String] {
        try await queue.blocking {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: uploads.path)) ?? []
            return names.filter { $0.hasPrefix(Self.asidePrefix) }
                .map { String($0.dropFirst(Self.asidePrefix.count)) }
                .filter { Media.type(ofID: $0) != nil }
                .filter { MediaFolder.isRenamed(aside($0), longerThan: age) }
        }
    }

    func ids(in folder: String, storedBefore age: Duration) async throws -> [String] {
        let border = now().advanced(by: .zero - age)
        return try await store.list("\(folder)/").compactMap { object in
            let id = String(object.key.text.dropFirst(folder.count + 1))
            let isOld = object.storedAt.map { $0 < border } ?? false
            return isOld && Media.type(ofID: id) != nil ? id : nil
        }
    }

    func copied() async throws -> [String] {
        try await queue.blocking { copies.names.filter { Media.type(ofID: $0) != nil } }
    }

    func forget(_ ids: [String]) async throws {
        try await queue.blocking {
            for id in ids { copies.remove(id) }
        }
    }
}
