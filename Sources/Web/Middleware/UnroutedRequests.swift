import Core
import HTTPTypes
import Hummingbird
import Storage

/// Answers requests that no route has, but that are no mistake: of browsers alone, so no other request passes here.
struct UnroutedRequests: Sendable {
    /// What a page of another site may ask under an address; cookies mean nothing there.
    private let preflights: [(prefix: String, headers: HTTPFields)]
    /// The pages of the console, and what their forms are sent to.
    private let pages: Lazy<RouteTable, Never>

    init(console: Console) {
        preflights = console.services.modules.flatMap(\.preflights)
        pages = Lazy {
            let pages = Router(context: WebContext.self)
            console.add(to: pages)
            return RouteTable(pages)
        }
    }

    /// Nil if the request is a mistake.
    func answer(to request: Request) -> Response? {
        let path = request.uri.path
        switch request.method {
        case .options:
            return preflights.first { path.hasPrefix($0.prefix + "/") }
                .map { Response(status: .noContent, headers: $0.headers) }
        // A reload of what a form has answered: its address has nothing to be read, the page above it has.
        case .get, .head: return page(above: path).map { .redirect(to: $0, type: .normal) }
        case _: return nil
        }
    }

    /// The next page above an address to which forms are sent; nil if none are.
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
