import Core
import Hummingbird
import Storage
import Web

/// Events of accounts, newest first: `/admin/api/v1/accounts/events` (A92).
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
        ) { call in
            let page = try await Line.page(AdminQuery(call.request, Line.names), call.services, call.context)
            return .json(page.json { $0.json(for: call.author, call.language) })
        }
    ]

    /// An event with its account.
    struct Line: Sendable {
        let event: AccountEvent
        /// Nil if the event has no account, or the account is gone.
        let account: AccountLine?
    }
}

extension EventAdminRoutes.Line {
    static let names: Set = ["kind", "from", "until", "user", "client"]

    /// A page of the list.
    static func page(
        _ query: AdminQuery,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> AdminPage<Self> {
        try context.author.require(.readContent)
        var query = query
        let kind = query.choice("kind", AccountEvent.Kind.allCases.map(\.rawValue))
            .flatMap { AccountEvent.Kind(rawValue: $0) }
        let (from, until) = (query.moment("from"), query.moment("until"))
        let (user, client) = (query.id("user"), query.id("client"))
        let cursor = query.numberCursor()
        try await query.finish(services, context, reading: "accounts.events")
        let limit = query.limit
        let (events, accounts) = try await services.database.read { connection in
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
        let lines = events.map { event in
            Self(event: event, account: event.userID.flatMap { accounts[$0] })
        }
        return AdminPage(lines, limit: limit) { String($0.event.id) }
    }

    fileprivate func json(for author: Author, _ language: Language) -> JSON {
        let user: JSON =
            account.map { account in
                [
                    "id": .string(account.id), "name": JSON(account.name(for: author)),
                    "login": .string(account.login(for: author)), "is_erased": .bool(account.isErased),
                ]
            } ?? .null
        return event.json(for: author, language).adding(["user": user])
    }
}

extension Connection {
    /// The accounts with these ids that exist, by id.
    fileprivate func accountLines(_ ids: Set<String>) throws -> [String: AccountLine] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.sorted().map { "\($0)" as SQL }.joined(separator: ", ")
        let lines = try rows(
            "SELECT \(AccountLine.columns) FROM \(Account.tables) WHERE u.id IN (\(list))"
        ).map(AccountLine.init)
        return Dictionary(lines.map { ($0.account.id, $0) }) { first, _ in first }
    }
}
