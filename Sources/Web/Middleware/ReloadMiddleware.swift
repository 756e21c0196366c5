import HTTPTypes
import Hummingbird
import Storage

/// Leads whoever loads the answer to a form anew back to the page on which the form stands.
///
/// What a form answers stands under the address to which it was sent, where there is nothing to be read.
struct ReloadMiddleware: RouterMiddleware {
    /// The pages of the console, and what their forms are sent to.
    let pages: Once<RouteTable, Never>

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            guard [.get, .head].contains(request.method), let page = page(above: request.uri.path) else {
                throw error
            }
            return .redirect(to: page, type: .normal)
        }
    }

    /// The next page above an address to which forms are sent; nil where none are.
    private func page(above path: String) -> String? {
        let pages = pages.get()
        guard pages.methods(for: path).contains("POST") else { return nil }
        var parts = path.split(separator: "/")
        while parts.popLast() != nil {
            let page = "/" + parts.joined(separator: "/")
            if pages.methods(for: page).contains("GET") { return page }
        }
        return nil
    }
}
