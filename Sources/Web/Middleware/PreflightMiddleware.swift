import Core
import HTTPTypes
import Hummingbird

/// Answers browsers that ask whether a page of another site may ask; cookies mean nothing under these addresses.
///
/// A route for every path would lose to the routes that have a path of their own.
struct PreflightMiddleware: RouterMiddleware {
    /// What may be asked under each of them.
    let answers: [(prefix: String, headers: HTTPFields)]

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options,
            let answer = answers.first(where: { request.uri.path.hasPrefix($0.prefix + "/") })
        else { return try await next(request, context) }
        return Response(status: .noContent, headers: answer.headers)
    }
}
