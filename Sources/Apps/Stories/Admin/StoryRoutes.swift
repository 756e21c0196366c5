import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// What stories have in the admin API beside their contents: `/admin/api/v1/stories/board` and `…/bundle`.
struct StoryRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("board") { _, context in
            try context.author.require(.readContent)
            let board = StoryBoard(contents: services.contents)
            return Response.json(try await board.json(in: context.language))
        }
        group.get("bundle") { request, context in try await bundle(request, context) }
    }

    /// What is wrong with what is asked for is told before the first byte; what comes then is made piece by piece.
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
        let headers: HTTPFields = [
            .contentType: MediaType.zip.rawValue, .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"stories-\(options.form.rawValue).zip\"",
        ]
        let body = ResponseBody { writer in
            try await bundle.zip { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
