import Core

extension BackupRepository {
    /// The files in the place, and which of them are damaged.
    struct StoredFiles: Sendable {
        /// Sizes as they are stored, in bytes.
        fileprivate let sizes: [ObjectKey: Int]
        fileprivate let marks: Set<ObjectKey>
    }

    func storedFiles() async throws -> StoredFiles {
        let sizes = try await store.list(Self.files).map { ($0.key, $0.size) }
        return StoredFiles(
            sizes: Dictionary(sizes) { first, _ in first },
            marks: Set(try await store.list(Self.damaged).map(\.key))
        )
    }

    /// True if a file is there in its size, and no check has found it damaged.
    func has(_ digest: String, size: Int, in stored: StoredFiles) -> Bool {
        stored.sizes[key(ofFile: digest)] == storedSize(of: size)
            && !stored.marks.contains(key(ofMark: digest))
    }

    /// Stores a file, also over one that is damaged.
    func putFile(_ path: String, _ digest: String, in stored: StoredFiles) async throws {
        try await put(path, at: key(ofFile: digest))
        let former = key(ofMark: digest)
        if stored.marks.contains(former) { try await store.remove(former) }
    }

    /// Checks a file, and marks it if it is damaged, so that the next backup stores it again.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stored: The files in the place.
    ///   - isWhole: True to read it; else only its presence and its size are checked.
    /// - Throws: A `BackupDamage`.
    func check(_ file: BackupFile, in stored: StoredFiles, isWhole: Bool) async throws {
        guard let size = stored.sizes[key(ofFile: file.digest)] else { throw BackupDamage.missing(file.name) }
        do {
            guard size == storedSize(of: file.size) else { throw BackupDamage.bytes(file.name) }
            guard isWhole else { return }
            try await withFile(file) { _ in }
        } catch let damage as BackupDamage {
            // A place that takes no writes can be checked, too.
            try? await mark(file)
            throw damage
        }
        let former = key(ofMark: file.digest)
        if stored.marks.contains(former) { try? await store.remove(former) }
    }

    private func mark(_ file: BackupFile) async throws {
        try await withScratch { path in
            // The name of an upload would tell what an encrypted place has.
            try OpenFile(creating: path).write(Array("damaged".utf8))
            try await store.put(key(ofMark: file.digest), file: path)
        }
    }

    private func storedSize(of size: Int) -> Int {
        seal == nil ? size : FileSeal.sealedSize(of: size)
    }
}
