import HTTPTypes
import Hummingbird

/// Finds the responder of a request by the parts of its path: first by their names, then by parameters, then by `**`.
///
/// A path without GET responds to no HEAD; one with GET responds to HEAD, too.
struct RouteTree: HTTPResponder {
    struct Route: Sendable {
        let method: HTTPRequest.Method
        /// Each part is a name, a parameter in braces, or `**` at the end, which stands for all that follows.
        let path: String
        let responder: any HTTPResponder<WebContext>
    }

    private struct Node: Sendable {
        var named: [Substring: Int] = [:]
        /// The node after any part.
        var captured: Int?
        /// The node after all parts that follow.
        var rest: Int?
        /// Indices of `routes`.
        var methods: [HTTPRequest.Method: Int] = [:]
    }

    /// A node, with the parts that took the places of parameters.
    private struct Match {
        var node = 0
        var values: [Substring] = []
        var rest: Substring?
    }

    private static let rest: Substring = "**"

    private let routes: [Route]
    /// The names of the parameters of each route.
    private let parameters: [[Substring]]
    private var nodes = [Node()]

    /// Traps if two routes have the same method and path, or if a part could match no request.
    init(_ routes: [Route]) {
        self.routes = routes
        let paths = routes.map { $0.path.split(separator: "/") }
        parameters = paths.map { $0.compactMap(Self.parameter) }
        for (index, (route, path)) in zip(routes, paths).enumerated() {
            precondition(Self.isPlain(path), "\(route.path) has a part that matches nothing.")
            var node = 0
            for part in path { node = next(after: part, of: node) }
            precondition(
                nodes[node].methods[route.method] == nil,
                "\(route.method) \(route.path) is there twice."
            )
            nodes[node].methods[route.method] = index
        }
    }

    /// Throws a `RoutingFailure` if no route has the path and the method.
    func respond(to request: Request, context: WebContext) async throws -> Response {
        var match = Match()
        guard find(request.uri.path.split(separator: "/")[...], &match),
            let (index, isHead) = route(of: request.method, at: match.node)
        else { throw RoutingFailure() }
        var context = context
        for (name, value) in zip(parameters[index], match.values) {
            context.coreContext.parameters[name] = value
        }
        if let rest = match.rest { context.coreContext.parameters.setCatchAll(rest) }
        context.coreContext.endpointPath.value = routes[index].path
        let response = try await routes[index].responder.respond(to: request, context: context)
        return isHead ? response.createHeadResponse() : response
    }

    private func route(of method: HTTPRequest.Method, at node: Int) -> (index: Int, isHead: Bool)? {
        if let index = nodes[node].methods[method] { return (index, false) }
        return method == .head ? nodes[node].methods[.get].map { ($0, true) } : nil
    }

    /// True if a route has this path; `match` is then where it ends.
    private func find(_ parts: ArraySlice<Substring>, _ match: inout Match) -> Bool {
        let node = nodes[match.node]
        guard let part = parts.first else { return !node.methods.isEmpty }
        let (before, others) = (match, parts.dropFirst())
        if let next = node.named[part] {
            match.node = next
            if find(others, &match) { return true }
            match = before
        }
        if let next = node.captured {
            match.node = next
            match.values.append(part)
            if find(others, &match) { return true }
            match = before
        }
        guard let next = node.rest, let last = parts.last else { return false }
        match.node = next
        match.rest = part.base[part.startIndex..<last.endIndex]
        return true
    }

    /// False if `**` is not at the end, or if only a piece of a part is in braces or is `*`.
    private static func isPlain(_ path: [Substring]) -> Bool {
        let parts = path.last == rest ? path.dropLast() : path[...]
        let signs = "{}*".utf8
        return parts.allSatisfy { part in
            !(parameter(part) ?? part).utf8.contains { signs.contains($0) }
        }
    }

    /// The name of a parameter; nil for a part that is no parameter.
    private static func parameter(_ part: Substring) -> Substring? {
        part.first == "{" && part.last == "}" ? part.dropFirst().dropLast() : nil
    }

    /// The node after a part, which is added if it is missing.
    private mutating func next(after part: Substring, of node: Int) -> Int {
        let known =
            if part == Self.rest {
                nodes[node].rest
            } else if Self.parameter(part) != nil {
                nodes[node].captured
            } else {
                nodes[node].named[part]
            }
        if let known { return known }
        let new = nodes.count
        nodes.append(Node())
        if part == Self.rest {
            nodes[node].rest = new
        } else if Self.parameter(part) != nil {
            nodes[node].captured = new
        } else {
            nodes[node].named[part] = new
        }
        return new
    }
}

/// No route has the path and the method of a request.
struct RoutingFailure: Error {}
