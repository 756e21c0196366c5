import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// The small versions of pictures that the app shows in lists and galleries.
///
/// There is one size for each upload, so that a stranger cannot make the server store many.
struct CruisePhotoRoutes: Sendable {
    static let folder = "photos"

    /// In pixels.
    private static let width = 640

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.get(RouterPath("\(Self.folder)/{id}")) { _, context in
            try await show(try context.parameters.require("id"))
        }
    }

    private func show(_ id: String) async throws -> Response {
        guard let thumbnail = Thumbnail(Self.width) else { throw Self.missing }
        let bytes: [UInt8]
        do {
            bytes = try await services.media.thumbnail(thumbnail, of: id, at: nil)
        } catch let problem as Problem {
            // Clients may still show a picture that this server cannot make smaller.
            guard [.invalid, .unavailable].contains(problem.kind) else { throw problem }
            let headers: HTTPFields = [.location: "/media/\(id)", .cacheControl: "no-store"]
            return Response(status: .temporaryRedirect, headers: headers)
        }
        let headers: HTTPFields = [
            .contentType: MediaType.webp.rawValue, .cacheControl: FileAnswer.Keeping.forever.rawValue,
            .xContentTypeOptions: "nosniff", .eTag: "\"\(id.prefix { $0 != "." })-\(Self.width)\"",
        ]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    private static let missing = Problem.notFound(
        Localized("Такой картинки нет.", "There is no such picture.")
    )
}
