import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// Small pictures of uploads, for the console.
///
/// They are for staff only, as each of them takes work to make and room to keep.
struct ThumbnailRoutes: Sendable {
    let media: MediaStore

    func add(to group: RouterGroup<StaffContext>) {
        group.get("{id}/{name}") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let id = try context.id
        let at = try request.parameters(["at"])["at"]
        guard let thumbnail = Thumbnail(name: try context.parameters.require("name")) else {
            throw Problem.notFound(Localized("Такой картинки нет.", "There is no such picture."))
        }
        let found: (bytes: [UInt8], focus: FocalPoint)
        do {
            found = try await media.thumbnail(thumbnail, of: id)
        } catch let problem as Problem {
            // What was uploaded before images were read as a whole may be damaged; a browser shows what it can.
            guard problem.kind == .invalid else { throw problem }
            return Response(
                status: .temporaryRedirect,
                headers: [.location: "/media/\(id)", .cacheControl: "no-store"]
            )
        }
        let isWhole = thumbnail.shape == .whole
        let mark = Thumbnail.mark(of: found.focus)
        let etag = "\"\(id.prefix(16))-\(thumbnail.name)\(isWhole ? "" : "-" + mark)\""
        // An older page must not keep what is cut around another point for ever.
        let isCurrent = isWhole || at == mark
        var headers: HTTPFields = [
            .eTag: etag, .cacheControl: isCurrent ? "private, max-age=31536000, immutable" : "private, no-cache",
            .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        if request.headers.know(etag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = MediaType.webp.rawValue
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: found.bytes))
        )
    }
}
