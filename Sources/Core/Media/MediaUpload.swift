import Dispatch
import Glibc

/// An upload in progress: a growing temporary file, and the digest of its bytes so far.
///
/// Writing and syncing block, so an upload is an actor that runs on its own queue and never on a thread that
/// Swift's tasks share. An upload that is released without `finish` leaves nothing behind.
package actor MediaUpload {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor = FileExecutor(label: "vitrina.upload")
    private let files: any MediaFiles
    private let works: ImageWorks
    private let path: String
    private let declaredSize: Int
    private let archiveSizeMax: Int
    /// Nil before the first byte, and after the upload has ended.
    private var file: Int32?
    private var digest: SHA256? = SHA256()
    private var head: [UInt8] = []
    private var size = 0

    init(
        files: any MediaFiles,
        works: ImageWorks,
        path: String,
        declaredSize: Int,
        archiveSizeMax: Int
    ) {
        self.files = files
        self.works = works
        self.path = path
        self.declaredSize = declaredSize
        self.archiveSizeMax = archiveSizeMax
    }

    deinit {
        unlink(path + "-spare")
        guard let file else { return }
        close(file)
        unlink(path)
    }

    /// Throws as soon as the file is known to be of no supported type, or too large for its type.
    package func append(_ bytes: [UInt8]) throws {
        guard digest != nil else { throw Self.over }
        do {
            if head.count < MediaType.headSize { head += bytes.prefix(MediaType.headSize - head.count) }
            size += bytes.count
            if head.count == MediaType.headSize {
                guard let type = MediaType(head: head) else { throw Problem.unknownMediaType }
                guard max(size, declaredSize) <= type.sizeMax(archiveSizeMax: archiveSizeMax) else {
                    throw Problem.tooLarge(type, archiveSizeMax: archiveSizeMax)
                }
            }
            digest?.update(bytes)
            try write(bytes)
        } catch {
            cancel()
            throw error
        }
    }

    /// Discards the bytes.
    package func cancel() {
        digest = nil
        guard let file else { return }
        self.file = nil
        close(file)
        unlink(path)
    }

    /// Checks the whole file and moves it to its final path, durably; or only checks it.
    func finish(isKept: Bool) async throws -> StoredFile {
        guard let type = MediaType(head: head) else {
            cancel()
            throw Problem.unknownMediaType
        }
        guard let file, let digest = digest.take() else { throw Self.over }
        defer { cancel() }
        var (name, image) = (digest.finishHex(), try type.inspect(reader(of: file)))
        if let header = image {
            let path = path
            let intake = try await works.run { try ImageIntake(path: path, type: type, header, $0) }
            // The upload may have been cancelled in the meantime.
            guard self.file != nil else { throw Self.over }
            if let bytes = intake.bytes {
                try replace(file, bytes)
                (name, image) = (SHA256.hex(bytes), try type.inspect(ByteReader(bytes)))
            }
        }
        let id = "\(name).\(type.fileExtension)"
        if isKept {
            guard fsync(file) == 0 else { throw FileError("sync", path) }
            // A hard link to the same bytes, if the file system supports them.
            link(path, spare)
            try await files.take(path, as: id)
        }
        return StoredFile(id: id, type: type, size: size, image: image)
    }

    /// Restores the file if the removal of unused uploads deleted it meanwhile.
    ///
    /// To be called once the row is in the database.
    func settle(_ file: StoredFile) async throws {
        defer { unlink(spare) }
        if try await files.size(of: file.id) == nil { try await files.take(spare, as: file.id) }
    }

    private var spare: String { path + "-spare" }

    private func replace(_ file: Int32, _ bytes: [UInt8]) throws {
        guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else { throw FileError("write", path) }
        try write(bytes)
        size = bytes.count
    }

    private func write(_ bytes: [UInt8]) throws {
        let file = try self.file ?? create()
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileError("write", path) }
            rest = rest.dropFirst(written)
        }
    }

    private func create() throws -> Int32 {
        let file = Descriptors.ofFile(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FileError("create", path) }
        self.file = file
        return file
    }

    private func reader(of file: Int32) -> ByteReader {
        ByteReader(size: size) { [path] offset, count in
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                while filled < count {
                    let read = pread(
                        file,
                        buffer.baseAddress?.advanced(by: filled),
                        count - filled,
                        offset + filled
                    )
                    if read < 0, errno == EINTR { continue }
                    guard read >= 0 else { throw FileError("read", path) }
                    if read == 0 { return }
                    filled += read
                }
            }
        }
    }

    private static let over = Problem(
        .conflict,
        Localized("Загрузка уже закончена.", "The upload is finished already.")
    )
}

/// Runs an actor's jobs one after another on a queue of its own.
package final class FileExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// A file at its final path, before its row is in the database.
struct StoredFile: Sendable {
    let id: String
    let type: MediaType
    let size: Int
    let image: ImageSize?
}

/// A failed file operation, with the error of the operating system.
package struct FileError: Error, Sendable, CustomStringConvertible {
    package let description: String
    /// The number of the error: `ENOSPC`.
    let code: Int32

    /// True if there is no room on the disk, in the quota of the user, or below the limit on the size of a file.
    package var isFull: Bool { Self.isFull(code) }

    /// True if this process or the system has as many files open as it may.
    package var isScarce: Bool { [EMFILE, ENFILE].contains(code) }

    /// True if the directory is not there or cannot be used, as one whose disk is away.
    var isAway: Bool {
        [ENOENT, ENOTDIR, EACCES, EPERM, EROFS, EIO, ENODEV, ENXIO, ENOTCONN, ESTALE].contains(code)
    }

    package init(_ verb: String, _ path: String) {
        code = errno
        description = "Cannot \(verb) \(path): \(String(cString: strerror(code)))."
    }

    /// True for the errors of the operating system that mean a lack of room.
    package static func isFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
