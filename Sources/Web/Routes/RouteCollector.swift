import HTTPTypes
import Hummingbird

/// Collects the routes of one part of the server.
///
/// Hummingbird's `Router` compares and copies its tree for each of two thousand routes, which took a third of the time
/// of the tests and a fifth of a start. Its groups, middleware and contexts are used as they are.
package final class RouteCollector: RouterMethods {
    package typealias Context = WebContext

    /// In the order in which they were added.
    private(set) var routes: [RouteTree.Route] = []

    /// Adds a route; the tree traps if two routes have the same method and path.
    @discardableResult
    package func on<Responder: HTTPResponder>(
        _ path: RouterPath,
        method: HTTPRequest.Method,
        responder: Responder
    ) -> Self where Responder.Context == WebContext {
        routes.append(RouteTree.Route(method: method, path: path.description, responder: responder))
        return self
    }

    /// Traps: a middleware belongs to a group.
    package func add(middleware: any MiddlewareProtocol<Request, Response, WebContext>) -> Self {
        preconditionFailure("A middleware belongs to a group of routes.")
    }
}
