import Core
import Hummingbird
import Storage
import Web

/// What has happened to people, newest first: `/admin/api/v1/accounts/events` (A92).
enum EventAdminRoutes: RouteList {
    static let tag = "Accounts"

    static let routes = [
        Route(
            .get,
            "accounts/events",
            "accounts_events",
            "Events of users, newest first.",
            needs: [.readContent],
            parameters: RouteParameter.paging + [
                RouteParameter("kind", .choice(AccountEvent.Kind.allCases.map(\.rawValue)), "The kind."),
                RouteParameter("from", .moment, "Then or later."),
                RouteParameter("until", .moment, "Before."),
                RouteParameter("user", .id, "Of this account."),
                RouteParameter("client", .id, "Of this client."),
            ],
            answer: .page(of: AccountSchema.event)
        ) { call in try await list(call.request, call.context, call.services) }
    ]

    private static let names: Set = ["kind", "from", "until", "user", "client"]

    private static func list(
        _ request: Request,
        _ context: StaffContext,
        _ services: Services
    ) async throws -> Response {
        var query = AdminQuery(request, names)
        let kind = query.choice("kind", AccountEvent.Kind.allCases.map(\.rawValue))
            .flatMap { AccountEvent.Kind(rawValue: $0) }
        let (from, until) = (query.moment("from"), query.moment("until"))
        let (user, client) = (query.id("user"), query.id("client"))
        let cursor = query.numberCursor()
        try await query.finish(services, context, reading: "accounts.events")
        let limit = query.limit
        let (events, people) = try await services.database.read { connection in
            let events = try connection.accountEvents(
                kind: kind,
                since: from,
                until: until,
                userID: user,
                clientID: client,
                limit: limit + 1,
                before: cursor
            )
            return (events, try connection.accountLines(Set(events.compactMap(\.userID))))
        }
        let page = AdminPage(events, limit: limit) { String($0.id) }
        return .json(
            page.json { event in
                let line = event.userID.flatMap { people[$0] }?.json(for: context.author)
                let user: JSON =
                    line.map { line in
                        [
                            "id": line["id"] ?? "", "name": line["name"] ?? .null,
                            "login": line["login"] ?? "",
                            "is_erased": line["is_erased"] ?? false,
                        ]
                    } ?? .null
                return event.json(for: context.author, context.language).adding(["user": user])
            }
        )
    }
}

extension Connection {
    /// Those of the users that are there, by their ids.
    fileprivate func accountLines(_ ids: Set<String>) throws -> [String: AccountLine] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.sorted().map { "\($0)" as SQL }.joined(separator: ", ")
        let lines = try rows(
            "SELECT \(AccountLine.columns) FROM \(Account.tables) WHERE u.id IN (\(list))"
        ).map(AccountLine.init)
        return Dictionary(lines.map { ($0.account.id, $0) }) { first, _ in first }
    }
}
