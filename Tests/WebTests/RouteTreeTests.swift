import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import Web

/// The router: it finds the route of a request by the parts of its path.
struct RouteTreeTests {
    private static let tree = make([
        (.get, "/"), (.get, "/shops/new"), (.get, "/shops/{id}"), (.put, "/shops/{shop}"),
        (.get, "/shops/new/photos/all"), (.get, "/shops/{id}/photos/{number}"),
        (.get, "/shops/{id}/{part}/end"),
        (.post, "/shops/new/form"), (.get, "/files/**"), (.get, "/files/{name}/size"),
        (.get, "/both"), (.head, "/both"), (.get, "/list:all"),
    ])

    /// Each route tells its own path and method, and what took the places of its parameters.
    private static func make(_ routes: [(method: HTTPRequest.Method, path: String)]) -> RouteTree {
        RouteTree(
            routes.map { method, path in
                let responder = CallbackResponder<WebContext> { _, context in
                    let values = context.parameters
                        .filter { $0.key != Parameters.recursiveCaptureKey }
                        .map { "\($0.key)=\($0.value)" }
                    let rest = context.parameters.getCatchAll().joined(separator: "|")
                    let parts = [method.rawValue, context.endpointPath ?? ""] + values + [rest]
                    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
                    return Response(
                        status: .ok,
                        headers: [.eTag: text],
                        body: ResponseBody(byteBuffer: ByteBuffer(string: text))
                    )
                }
                return RouteTree.Route(method: method, path: path, responder: responder)
            }
        )
    }

    private static func response(
        _ method: HTTPRequest.Method,
        _ path: String,
        by tree: RouteTree = Self.tree
    ) async throws -> Response {
        let head = HTTPRequest(method: method, scheme: "http", authority: "a", path: path)
        return try await tree.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            context: WebContext(local: nil, logger: LogLines().logger)
        )
    }

    private static func seen(_ method: HTTPRequest.Method, _ path: String) async throws -> String? {
        try await response(method, path).headers[.eTag]
    }

    @Test(arguments: [
        ("/", "GET /"), ("", "GET /"), ("///", "GET /"), ("/?a=/shops/new", "GET /"),
        // Names come before parameters.
        ("/shops/new", "GET /shops/new"), ("/shops/7", "GET /shops/{id} id=7"),
        ("/shops/New", "GET /shops/{id} id=New"), ("/shops/news", "GET /shops/{id} id=news"),
        // If the names lead no further, the parameters do, and what was tried leaves no values.
        ("/shops/new/photos/all", "GET /shops/new/photos/all"),
        ("/shops/new/photos/2", "GET /shops/{id}/photos/{number} id=new number=2"),
        ("/shops/new/photos/end", "GET /shops/{id}/photos/{number} id=new number=end"),
        ("/shops/new/hours/end", "GET /shops/{id}/{part}/end id=new part=hours"),
        ("/shops/7/photos/end", "GET /shops/{id}/photos/{number} id=7 number=end"),
        // Parts are not decoded, and may look like those of a declared path.
        ("/shops/a%2Fb", "GET /shops/{id} id=a%2Fb"), ("/shops/%6Eew", "GET /shops/{id} id=%6Eew"),
        ("/shops/{id}", "GET /shops/{id} id={id}"), ("/shops/**", "GET /shops/{id} id=**"),
        ("/shops/..", "GET /shops/{id} id=.."), ("/list:all", "GET /list:all"),
        // Empty parts do not count.
        ("//shops///new/", "GET /shops/new"), ("/shops//7//", "GET /shops/{id} id=7"),
        // What follows is taken if no route has the whole path, without a parameter of another route.
        ("/files/a", "GET /files/** a"), ("/files/a/b.txt", "GET /files/** a|b.txt"),
        ("/files//a///b/", "GET /files/** a|b"), ("/files/a/size", "GET /files/{name}/size name=a"),
        ("/files/a/size/b", "GET /files/** a|size|b"),
    ])
    func `a request is responded to by the route of its path`(path: String, expected: String) async throws {
        #expect(try await Self.seen(.get, path) == expected)
    }

    @Test func `each route has its own names for the same parts`() async throws {
        #expect(try await Self.seen(.put, "/shops/7") == "PUT /shops/{shop} shop=7")
        #expect(try await Self.seen(.get, "/shops/7") == "GET /shops/{id} id=7")
    }

    @Test func `HEAD is responded to by its own route, or by that of GET without the body`() async throws {
        let own = try await Self.response(.head, "/both")
        let other = try await Self.response(.head, "/shops/7")
        #expect(own.headers[.eTag] == "HEAD /both")
        #expect(other.headers[.eTag] == "GET /shops/{id} id=7")
        #expect(other.headers[.contentLength] == String("GET /shops/{id} id=7".utf8.count))
        #expect(other.body.contentLength == 0)
    }

    private static let unrouted: [(HTTPRequest.Method, String)] = [
        (.get, "/nothing"), (.get, "/shops"), (.get, "/shops/7/photos"),
        (.get, "/shops/7/photos/2/more"), (.get, "/files"), (.get, "/files/"), (.get, "/SHOPS/new"),
        // A path that has other methods: its names decide, as a parameter in their place would not.
        (.post, "/shops/7"), (.put, "/shops/new"), (.head, "/shops/new/form"), (.get, "/shops/new/form"),
        (.delete, "/files/a"), (.options, "/"),
    ]

    @Test(arguments: unrouted)
    func `a request without a route is a failure of the router`(
        method: HTTPRequest.Method,
        path: String
    ) async throws {
        await #expect(throws: RoutingFailure.self) { try await Self.response(method, path) }
    }

    @Test func `a tree without routes, and a path of very many parts, are only failures`() async throws {
        await #expect(throws: RoutingFailure.self) { try await Self.response(.get, "/", by: Self.make([])) }
        let long = String(repeating: "/new", count: 4_000)
        await #expect(throws: RoutingFailure.self) { try await Self.response(.get, "/shops" + long) }
        #expect(try await Self.seen(.get, "/files" + long)?.split(separator: "|").count == 4_000)
    }
}
