import Core
import HTTPTypes
import Hummingbird
import Storage

/// Responds to valid browser requests that have no route, such as preflights; the only place for them.
struct UnroutedRequests: Sendable {
    /// The preflight headers for requests from other sites, by path prefix; cookies are not accepted there.
    private let preflights: [(prefix: String, headers: HTTPFields)]
    /// The pages of the console, and the actions of their forms.
    private let pages: Lazy<Surface, Never>

    init(console: Console, pages: Lazy<Surface, Never>) {
        preflights = console.services.modules.flatMap(\.preflights)
        self.pages = pages
    }

    /// Nil if the request is not one of these.
    func answer(to request: Request) -> Response? {
        let path = request.uri.path
        switch request.method {
        case .options:
            return preflights.first { path.hasPrefix($0.prefix + "/") }
                .map { Response(status: .noContent, headers: $0.headers) }
        // A reload after a form was submitted: its action has no GET, but the page above it does.
        case .get, .head: return page(above: path).map { .redirect(to: $0, type: .normal) }
        case _: return nil
        }
    }

    /// The nearest page above the action of a form; nil if the path is not one.
    private func page(above path: String) -> String? {
        let pages = pages.get().table
        guard pages.methods(for: path).contains("POST") else { return nil }
        var parts = path.split(separator: "/")
        while parts.popLast() != nil {
            let page = "/" + parts.joined(separator: "/")
            if pages.methods(for: page).contains("GET") { return page }
        }
        return nil
    }
}
