import Core
import HTTPTypes
import Hummingbird

/// What colleagues did: a list, and a stream that tells it as it happens.
struct EventRoutes: Sendable {
    let feed: ChangeFeed
    let changes: ChangeLog
    let rights: RightsWatch

    func add(to group: RouterGroup<StaffContext>) {
        group.get("changes") { request, context in try await list(request, context) }
        group.get("events") { request, context in try await follow(request, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (limit, cursor) = try request.page(besides: ["type", "action", "author"])
        let page = try await changes.list(
            types: try request.values("type"),
            actions: try request.values("action").map { name in
                guard let action = HistoryEntry.Action(rawValue: name) else {
                    throw Problem.invalid([Fault("#/action", "нет такого действия", "is not an action")])
                }
                return action
            },
            author: request.value("author"),
            limit: limit,
            before: cursor
        )
        return .json(["items": .array(page.elements.map(\.json)), "next": JSON(page.next)])
    }

    private func follow(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let unknown = request.query.filter { !["type", "after"].contains($0.name) }
            .map { Fault("#/\($0.name.prefix(80))", "нет такого параметра", "is not a parameter here") }
        guard unknown.isEmpty else { throw Problem.invalid(unknown) }
        guard !context.isLocal else { throw Problem.noFeed }
        let gate = StreamGate(rights, context.author) { try $0.require(.readContent) }
        return try await .stream(feed, to: request, retry: 2_000, gate: gate) {
            try await feed.join(
                owner: context.author.staffID ?? context.author.name,
                type: request.value("type"),
                after: request.headers[.lastEventID] ?? request.value("after")
            )
        } text: { reader in
            reader.take().map(\.text).joined()
        }
    }
}

extension ChangeReader.Item {
    /// As a stream of events has it (HTML Living Standard §9.2).
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
    /// Every value of a parameter of the query that is not empty.
    fileprivate func values(_ name: String) throws(Problem) -> [String] {
        let values = query.filter { $0.name == name && !$0.value.isEmpty }.map { $0.value }
        guard values.count <= Limits.changeFiltersMax else {
            throw .invalid([
                Fault(
                    "#/\(name)",
                    "не больше \(Limits.changeFiltersMax) значений",
                    "must not have over \(Limits.changeFiltersMax) values"
                )
            ])
        }
        return values
    }

    /// The last value of a parameter of the query; nil where it is empty too.
    package func value(_ name: String) -> String? {
        query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}

extension HTTPField.Name {
    package static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .via
}
