import Core
import FoundationEssentials
import Glibc
import Hummingbird
import NIOPosix

/// A response that is completed before its first byte is sent, so that a failure has its own response.
///
/// It is a temporary file without a name, which is deleted with its last reference.
package struct SpooledFile: Sendable {
    private let file: ServedFile

    /// Throws the errors of `fill`, and leaves nothing behind in that case.
    package init(
        _ fill: (_ write: @Sendable ([UInt8]) async throws -> Void) async throws -> Void
    ) async throws {
        let pool = NIOThreadPool.singleton
        let descriptor = try await pool.runIfActive { try Self.unnamedFile() }
        do {
            try await fill { bytes in
                try await pool.runIfActive { try Self.write(bytes, to: descriptor) }
            }
            guard let file = ServedFile(descriptor: descriptor) else { throw FileError("look at", Self.name) }
            self.file = file
        } catch {
            close(descriptor)
            throw error
        }
    }

    package var size: Int { file.size }

    /// The whole file, with its length.
    package var body: ResponseBody { file.body(0..<file.size) }

    private static func unnamedFile() throws -> Int32 {
        var path = Array("\(FileManager.default.temporaryDirectory.path)/vitrina-XXXXXX".utf8CString)
        let descriptor = Descriptors.ofTemporaryFile(&path)
        guard descriptor >= 0 else { throw FileError("create", name) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileError("write", name) }
            rest = rest.dropFirst(written)
        }
    }

    /// As errors name the file.
    private static let name = "a temporary file"
}
