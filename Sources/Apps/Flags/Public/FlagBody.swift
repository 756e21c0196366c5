import Core
import Flags
import Hummingbird
import NIOCore
import Web

/// The body of a request of Firebase's clients; its `Content-Type` is ignored.
enum FlagBody {
    /// At most `max` bytes, before and after inflating; `Content-Encoding` is not trusted (R3).
    static func bytes(of request: Request, max: Int) async throws -> [UInt8] {
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: max)
        } catch is NIOTooManyBytesError {
            throw Problem(
                .tooLarge,
                Localized("Запрос больше \(max) байт.", "The body is over \(max) bytes.")
            )
        }
        return try inflated(Array(buffer.readableBytesView), max: max)
    }

    private static func inflated(_ bytes: [UInt8], max: Int) throws(Problem) -> [UInt8] {
        bytes.starts(with: [0x1F, 0x8B]) ? try Gzip.inflated(bytes, max: max) : bytes
    }

    /// The members of a body in JSON, or in the SDK for iOS's variant of it; none without a body.
    static func lenient(_ request: Request) async throws -> JSON {
        try lenient(try await bytes(of: request, max: Limits.flagBodySizeMax))
    }

    /// The members of a body in memory, of at most `max` bytes after inflating.
    static func lenient(_ bytes: [UInt8], max: Int = Limits.flagBodySizeMax) throws(Problem) -> JSON {
        let bytes = try inflated(bytes, max: max)
        return try object(bytes.isEmpty ? [:] : LenientJSON.parse(bytes))
    }

    /// The members of a body in strict JSON; with `isNeeded`, a missing body is a fault.
    static func strict(
        _ request: Request,
        max: Int = Limits.flagBodySizeMax,
        isNeeded: Bool = false
    ) async throws -> JSON {
        let bytes = try await bytes(of: request, max: max)
        guard !bytes.isEmpty || !isNeeded else {
            throw Problem(.malformed, Localized("Тело запроса пустое.", "The body is empty."))
        }
        return try object(bytes.isEmpty ? [:] : JSON(parsing: bytes))
    }

    private static func object(_ json: JSON) throws(Problem) -> JSON {
        guard json.object != nil else {
            throw Problem(.malformed, Localized("Нужен объект JSON.", "The body must be a JSON object."))
        }
        return json
    }

    /// Like `lenient`, while the request can still detect that its client disconnects.
    static func lenientKeepingBody(_ request: inout Request) async throws -> JSON {
        let bytes = try await bytes(of: request, max: Limits.flagBodySizeMax)
        request.body = RequestBody(buffer: ByteBuffer())
        return try lenient(bytes)
    }
}
