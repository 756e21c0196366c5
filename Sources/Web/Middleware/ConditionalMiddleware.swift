import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// Responds with 304 to a GET of staff whose `If-None-Match` is current (RFC 9110 §13.1.2).
///
/// A response without a tag gets a weak one, a hash of its body: this saves the transfer, not the query.
struct ConditionalMiddleware: RouterMiddleware {
    typealias Context = StaffContext

    /// Larger responses are sent without a tag.
    static let sizeMax = 8 << 20
    private static let tagLength = 16

    func handle(
        _ request: Request,
        context: StaffContext,
        next: (Request, StaffContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .get || request.method == .head, !context.isLocal, response.status == .ok
        else { return response }
        if response.headers[.eTag] == nil {
            guard let size = response.body.contentLength, size <= Self.sizeMax else { return response }
            let collector = Collector()
            try await response.body.write(collector)
            let bytes = collector.bytes.value
            let tag = Hex.encode(SHA256.digest(bytes)).prefix(Self.tagLength)
            response.headers[.eTag] = "W/\"\(tag)\""
            response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        }
        guard let tag = response.headers[.eTag], request.headers.know(tag) else { return response }
        return Response(status: .notModified, headers: response.headers.withoutContent)
    }
}

extension HTTPFields {
    /// The headers of a 304: all but those that describe the omitted body.
    fileprivate var withoutContent: HTTPFields {
        var fields = self
        for name in [HTTPField.Name.contentType, .contentLength] { fields[name] = nil }
        return fields
    }
}
