import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What stories have in the admin API beside their contents: `/admin/api/v1/stories/board` and `…/bundle`.
struct StoryRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("board") { _, context in
            try context.author.require(.readContent)
            let board = try await StoryBoard(services.contents)
            return Response.json(try await board.json(in: context.language))
        }
        group.get("bundle") { request, context in try await bundle(request, context) }
    }

    /// It is made as a whole before its first byte is sent: a picture that cannot be read is an answer, not a cut.
    private func bundle(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        try await services.live.load()
        try await services.live.refresh()
        let options = try StoryBundle.Options(request.query)
        let bundle = try StoryBundle(
            options,
            live: services.live.state,
            now: services.now(),
            media: services.media
        )
        let file = try await SpooledFile { write in try await bundle.zip(write) }
        let headers: HTTPFields = [
            .contentType: MediaType.zip.rawValue, .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"stories-\(options.form.rawValue).zip\"",
        ]
        return Response(status: .ok, headers: headers, body: file.body)
    }
}
