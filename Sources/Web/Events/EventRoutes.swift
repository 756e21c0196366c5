import Core
import HTTPTypes
import Hummingbird

/// Changes of entries in the admin API: a list, and a stream that reports them as they happen.
enum EventRoutes: RouteList {
    static let tag = "Events"

    static let routes = [
        Route(
            .get,
            "changes",
            "changes",
            "The changes of contents by staff, newest first.",
            needs: [.readContent],
            parameters: RouteParameter.paging + [
                RouteParameter(
                    "type",
                    .several(.text(lengthMax: Limits.slugLengthMax), countMax: filtersMax),
                    "Only contents of this type, or of these."
                ),
                RouteParameter(
                    "action",
                    .several(.choice(HistoryEntry.Action.allCases.map(\.rawValue)), countMax: filtersMax),
                    "Only this action, or these."
                ),
                RouteParameter(
                    "author",
                    .text(lengthMax: Limits.staffNameLengthMax),
                    "Only by this one: the id of a member of staff, or a name as `by` has it."
                ),
            ],
            answer: .page(of: Schema.named("Change"))
        ) { call in
            let page = try await call.services.changes.list(
                types: call.texts("type"),
                actions: call.texts("action").compactMap { HistoryEntry.Action(rawValue: $0) },
                author: call.text("author"),
                limit: call.limit,
                before: try call.numberCursor()
            )
            return .json(["items": .array(page.elements.map(\.json)), "next": JSON(page.next)])
        },
        Route(
            .get,
            "events",
            "events",
            "A stream of the changes of contents.",
            manual: manual,
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "type",
                    .text(lengthMax: Limits.slugLengthMax),
                    "Only contents of this type."
                ),
                RouteParameter(
                    "after",
                    .text(lengthMax: Limits.cursorLengthMax),
                    "As Last-Event-ID, which a browser cannot send the first time."
                ),
            ],
            headers: [
                [
                    "name": "Last-Event-ID", "in": "header", "schema": Schema.text,
                    "description": "The last id that was seen: what came after it comes first.",
                ]
            ],
            answer: .stream("A stream of events that ends when the server does, or after an hour.")
        ) { call in try await follow(call) },
    ]

    /// The number of values of one filter.
    private static let filtersMax = 20

    private static let manual = """
        Events of the name `content.changed` carry a Change as JSON, whatever server or program made it. An event \
        may come twice (its `number` tells), and the order is that of appearance. `id` is where to begin again: the \
        number of the change, or a lower one as long as a change with a lower number may still appear. The event \
        `reset` says that something was left out, to a reader that was too slow or away for more than \
        \(Limits.changesBacklogMax) changes: read everything again. A comment comes when nothing else has for 15 \
        seconds. A member of staff may have \(Limits.changeReadersOfOneMax) streams open on a server.
        """

    private static func follow(_ call: RouteCall) async throws -> Response {
        guard !call.context.isLocal else { throw Problem.noFeed }
        let (services, author, request) = (call.services, call.author, call.request)
        let gate = StreamGate(services.rights, author) { try $0.require(.readContent) }
        let type = call.text("type")
        let after = request.headers[.lastEventID] ?? call.text("after")
        return try await .stream(services.feed, to: request, retry: 2_000, gate: gate) {
            try await services.feed.join(owner: author.staffID ?? author.name, type: type, after: after)
        } text: { reader in
            reader.take().map(\.text).joined()
        }
    }
}

extension ChangeReader.Item {
    /// The item as a server-sent event (HTML Living Standard §9.2).
    fileprivate var text: String {
        switch self {
        case .begin(let settled): "id: \(settled)\n\n"
        case .change(let change, let settled):
            "id: \(settled)\nevent: content.changed\ndata: \(change.json.text)\n\n"
        case .reset(let settled): "id: \(settled)\nevent: reset\ndata: {}\n\n"
        case .heartbeat: ": still here\n\n"
        }
    }
}

extension Request {
    /// The last value of a parameter of the query; nil if it is empty.
    package func value(_ name: String) -> String? {
        query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}

extension HTTPField.Name {
    package static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .via
}
