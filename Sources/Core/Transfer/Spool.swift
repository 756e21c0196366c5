import FoundationEssentials
import Glibc

/// An uploaded file, stored on disk while it is read several times.
///
/// The file is unlinked from the start, so it is deleted however this ends. Reading and writing block, so a spool is an
/// actor on its own queue.
package actor Spool {
    static let pieceSize = 64 << 10

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor = FileExecutor(label: "vitrina.spool")
    private let file: Int32
    private var size = 0

    /// A path by which this process can open the file once more; it has no other name.
    package nonisolated var path: String { "/proc/self/fd/\(file)" }

    package init(
        directory: String = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    ) throws {
        var path = Array("\(directory)/vitrina-import-XXXXXX".utf8CString)
        file = Descriptors.ofTemporaryFile(&path)
        guard file >= 0 else { throw FileError("create a file in", directory) }
        unlink(path)
    }

    deinit {
        close(file)
    }

    package func append(_ bytes: some Collection<UInt8> & Sendable) throws {
        size += bytes.count
        guard size <= Limits.importSizeMax else { throw Self.tooLarge }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileError("write", "the file of an import") }
            rest = rest.dropFirst(written)
        }
    }

    /// The bytes from the offset on, at most `pieceSize`; none at the end.
    package func piece(at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
            var count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            while count < 0, errno == EINTR {
                count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            }
            guard count >= 0 else { throw FileError("read", "the file of an import") }
            filled = count
        }
    }

    package static let tooLarge = Problem(
        .tooLarge,
        Localized(
            "Файл больше \(Limits.importSizeMax >> 20) МиБ.",
            "The file is over \(Limits.importSizeMax >> 20) MiB."
        )
    )
}
