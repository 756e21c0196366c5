import Core
import Hummingbird
import Storage

/// The agenda of scheduled changes in the admin API: `/admin/api/v1/agenda`.
enum AgendaRoutes: RouteList {
    static let tag = "Releases"

    static let routes = [
        Route(
            .get,
            "agenda",
            "agenda",
            "The planned changes, by time; failed and overdue ones come first.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "days",
                    .integer(1...Int64(Limits.agendaDaysMax), standard: Int64(Limits.agendaDaysDefault)),
                    "For how many days; not with `until`."
                ),
                RouteParameter("from", .moment, "From this moment on, which is now at the earliest."),
                RouteParameter("until", .moment, "Before this moment."),
            ] + RouteParameter.paging,
            answer: .page(
                of: Schema.named("AgendaEntry"),
                also: ["from": Schema.moment, "until": Schema.moment]
            )
        ) { call in
            let now = call.services.now()
            let query = try AgendaQuery(
                days: call.integer("days").map { Int($0) },
                from: call.moment("from"),
                until: call.moment("until"),
                limit: call.integer("limit").map { Int($0) } ?? Limits.pageSizeMax,
                cursor: call.cursor,
                at: now
            )
            let page = try await call.services.agenda.page(query, at: now)
            return .json([
                "from": .string(query.from.description), "until": .string(query.until.description),
                "items": .array(page.elements.map { $0.json(in: call.language) }), "next": JSON(page.next),
            ])
        }
    ]
}
