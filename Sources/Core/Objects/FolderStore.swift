import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// A directory as a store of objects, each in a file by its key.
///
/// An object is written under a temporary name in the directory itself, synced, and renamed. Names that are no keys and
/// symbolic links are left alone.
package struct FolderStore: ObjectStore {
    private static let partPrefix = ".part-"
    /// Seconds after which a temporary file was left by a program that has ended.
    private static let partAge = 24 * 3600
    private static let pieceSize = 1 << 20

    package let place: String
    private let isShared: Bool
    private let random: RandomBytes
    private let queue = DispatchQueue(label: "vitrina.objects", attributes: .concurrent)

    /// The directory is created with the first object.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - isShared: True if other users may read the files; else only this one may.
    ///   - random: The source of temporary names.
    package init(path: String, isShared: Bool = false, random: RandomBytes = .system) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        (place, self.isShared, self.random) = (path, isShared, random)
    }

    package func put(_ key: ObjectKey, file path: String) async throws {
        let temporary = "\(place)/\(Self.partPrefix)\(Hex.encode(random(8)))"
        try await queue.blocking {
            guard let source = OpenFile(reading: path) else { throw FileError("open", path) }
            try ofStore {
                try makeFolders(of: key)
                do {
                    try write(source, to: temporary)
                    guard rename(temporary, self.path(of: key)) == 0 else {
                        throw FileError("rename", temporary)
                    }
                    try FileSync.directory(folder(of: key))
                } catch {
                    unlink(temporary)
                    throw error
                }
            }
        }
    }

    package func get(_ key: ObjectKey, to path: String) async throws {
        try await queue.blocking {
            let file = self.path(of: key)
            guard try size(at: key) != nil else { throw ObjectFault.missing("There is no \(file).") }
            guard let source = OpenFile(reading: file) else { throw ObjectFault(FileError("open", file)) }
            let target = try OpenFile(creating: path)
            do {
                while true {
                    let piece = try ofStore { try source.read(upTo: Self.pieceSize) }
                    if piece.isEmpty { break }
                    try target.write(piece)
                }
            } catch {
                unlink(path)
                throw error
            }
        }
    }

    package func size(of key: ObjectKey) async throws -> Int? {
        try await queue.blocking { try size(at: key) }
    }

    package func list(_ prefix: String) async throws -> [StoredObject] {
        try await queue.blocking {
            try removeParts()
            return try objects(below: "", prefix).sorted { $0.key < $1.key }
        }
    }

    package func remove(_ key: ObjectKey) async throws {
        try await queue.blocking {
            if unlink(path(of: key)) != 0, ![ENOENT, ENOTDIR].contains(errno) {
                throw ObjectFault(FileError("remove", path(of: key)))
            }
        }
    }

    /// The file of an object, whether it is there or not.
    func path(of key: ObjectKey) -> String { "\(place)/\(key.text)" }
}

// MARK: Files

extension FolderStore {
    /// Nil if there is no such file.
    private func size(at key: ObjectKey) throws -> Int? {
        var status = stat()
        guard lstat(path(of: key), &status) == 0 else {
            if [ENOENT, ENOTDIR].contains(errno) { return nil }
            throw ObjectFault(FileError("look at", path(of: key)))
        }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    private func write(_ source: OpenFile, to path: String) throws {
        let target = try OpenFile(creating: path)
        if isShared { chmod(path, 0o644) }
        while case let piece = try source.read(upTo: Self.pieceSize), !piece.isEmpty {
            try target.write(piece)
        }
        try target.sync()
    }

    private func folder(of key: ObjectKey) -> String {
        ([place] + key.text.split(separator: "/").dropLast().map { String($0) }).joined(separator: "/")
    }

    /// Makes the directories of an object, each of them durable.
    private func makeFolders(of key: ObjectKey) throws {
        try make(place)
        var path = place
        for part in key.text.split(separator: "/").dropLast() {
            let above = path
            path += "/\(part)"
            if try make(path) { try FileSync.directory(above) }
        }
    }

    /// False if the directory was there; those above it are made, too.
    @discardableResult private func make(_ directory: String) throws -> Bool {
        let mode: mode_t = isShared ? 0o755 : 0o700
        if mkdir(directory, mode) == 0 { return true }
        if errno == EEXIST { return false }
        let failure = FileError("make", directory)
        let above = directory.lastIndex(of: "/").map { String(directory[..<$0]) } ?? ""
        guard failure.code == ENOENT, !above.isEmpty else { throw failure }
        try make(above)
        guard mkdir(directory, mode) == 0 || errno == EEXIST else { throw FileError("make", directory) }
        return true
    }

    /// Runs a part of the work whose failures are those of the store.
    private func ofStore<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as FileError {
            throw ObjectFault(error)
        }
    }
}

// MARK: Lists

extension FolderStore {
    /// The objects below a directory; `folder` is its path from the top with a slash at its end, empty for the top.
    private func objects(below folder: String, _ prefix: String) throws -> [StoredObject] {
        var objects: [StoredObject] = []
        for name in try names(in: folder) {
            guard let key = ObjectKey(folder + name) else { continue }
            var status = stat()
            // It may have been removed since.
            guard lstat(path(of: key), &status) == 0 else { continue }
            let inner = "\(key.text)/"
            if status.st_mode & S_IFMT == S_IFREG, key.text.hasPrefix(prefix) {
                let storedAt = Timestamp(seconds: Int64(status.st_mtim.tv_sec))
                objects.append(StoredObject(key: key, size: Int(status.st_size), storedAt: storedAt))
            } else if status.st_mode & S_IFMT == S_IFDIR {
                let mayHold = inner.hasPrefix(prefix) || prefix.hasPrefix(inner)
                if mayHold { objects += try self.objects(below: inner, prefix) }
            }
        }
        return objects
    }

    /// The names in a directory; none if there is no such directory.
    private func names(in folder: String) throws -> [String] {
        let path = folder.isEmpty ? place : "\(place)/\(folder.dropLast())"
        guard access(path, R_OK | X_OK) == 0 else {
            if errno == ENOENT { return [] }
            throw ObjectFault(FileError("list", path))
        }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw ObjectFault.unavailable("Cannot list \(path).")
        }
    }

    /// Removes temporary files that a program has left behind.
    private func removeParts() throws {
        for name in try names(in: "") where name.hasPrefix(Self.partPrefix) {
            var status = stat()
            guard lstat("\(place)/\(name)", &status) == 0 else { continue }
            // Another program may be writing to a recent one.
            if time(nil) - status.st_mtim.tv_sec > Self.partAge { unlink("\(place)/\(name)") }
        }
    }
}

extension ObjectFault {
    /// The fault of a directory in which a file could not be used.
    init(_ error: FileError) {
        self =
            switch error.code {
            case _ where error.isFull: .full(error.description)
            case EACCES, EPERM, EROFS: .refused(error.description)
            case ENOENT, ENOTDIR, EISDIR, EEXIST, ELOOP, ENAMETOOLONG, EINVAL: .wrong(error.description)
            case _: .unavailable(error.description)
            }
    }
}
