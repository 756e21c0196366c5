import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// Thumbnails of uploads, for the console.
///
/// They are for staff only, because each takes work to make and space to store.
struct ThumbnailRoutes: Sendable {
    let media: MediaStore

    func add(to group: RouterGroup<StaffContext>) {
        group.get("{id}/{name}") { _, context in try await show(context) }
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let parts = try context.id.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0) }
        let (id, mark) = (parts.first ?? "", parts.dropFirst().first)
        guard let thumbnail = Thumbnail(name: try context.parameters.require("name")) else {
            throw Problem.notFound(Localized("Такой картинки нет.", "There is no such picture."))
        }
        let bytes: [UInt8]
        do {
            bytes = try await media.thumbnail(thumbnail, of: id, at: mark)
        } catch let problem as Problem {
            // A browser may still show an upload that is damaged, or for which libvips is missing.
            guard [.invalid, .unavailable].contains(problem.kind) else { throw problem }
            let headers: HTTPFields = [.location: "/media/\(id)", .cacheControl: "no-store"]
            return Response(status: .temporaryRedirect, headers: headers)
        }
        // A page has dozens of these, so the headers are minimal; a browser never requests one again.
        let headers: HTTPFields = [
            .contentType: MediaType.webp.rawValue, .cacheControl: "private, max-age=31536000, immutable",
            .xContentTypeOptions: "nosniff",
        ]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
