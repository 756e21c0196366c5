import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Storage

/// The response of long-running work.
///
/// A client that accepts `application/x-ndjson` gets a line `{"done": 200, "total": 1000}` now and then, and finally
/// the result itself or `{"problem": …}`; its status is 200, because it is sent before the outcome is known. Any other
/// client gets one JSON document, or the problem with its own status.
package struct ProgressResponse: Sendable {
    package typealias Work = @Sendable (inout ProgressReport) async throws -> JSON

    static let contentType = "application/x-ndjson"

    private let path: String
    private let context: StaffContext
    private let work: Work

    /// Problems that are known at once should be thrown before this call, while they still have their own status.
    package static func answer(
        _ request: Request,
        _ context: StaffContext,
        _ work: @escaping Work
    ) async throws -> Response {
        guard request.headers[.accept]?.contains(contentType) == true else {
            var report = ProgressReport(writer: nil)
            return .json(try await work(&report))
        }
        let path = String(request.uri.path.prefix(500))
        let response = ProgressResponse(path: path, context: context, work: work)
        // Without the last header a proxy would buffer the lines until all are there.
        let headers: HTTPFields = [
            .contentType: contentType, .cacheControl: "no-store", .accelBuffering: "no",
        ]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { try await response.write(to: &$0) }
        )
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var report = ProgressReport(writer: writer)
        var last: JSON
        do {
            last = try await work(&report)
        } catch {
            let problem = problem(error)
            let json = problem.json(in: context.language, at: path, requestID: context.requestID)
            last = ["problem": json]
        }
        try await writer.write(ByteBuffer(bytes: last.bytes + [UInt8(ascii: "\n")]))
        try await writer.finish(nil)
    }

    private func problem(_ error: any Error) -> Problem {
        let problem =
            Problem(known: error)
            ?? Problem(.unexpected, Localized("Внутренняя ошибка.", "Something went wrong on our side."))
        problem.log(error, at: path, requestID: context.requestID, to: context.logger)
        return problem
    }
}

/// Reports the progress of the work to the client.
package struct ProgressReport {
    fileprivate var writer: (any ResponseBodyWriter)?

    /// Throws if the client has disconnected, so that the work can stop at a safe point.
    package mutating func callAsFunction(
        _ done: Int,
        of total: Int?,
        _ phase: String? = nil
    ) async throws {
        guard writer != nil else { return }
        var members: [String: JSON] = [
            "done": .integer(Int64(done)), "total": total.map { .integer(Int64($0)) } ?? .null,
        ]
        if let phase { members["phase"] = .string(phase) }
        try await writer?.write(ByteBuffer(bytes: JSON.object(members).bytes + [UInt8(ascii: "\n")]))
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .via
}
