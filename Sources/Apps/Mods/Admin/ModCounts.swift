import Core
import Hummingbird
import Storage
import Web

/// The daily counters of views and downloads in the admin API: `/admin/api/v1/mods/counts` (D80, D87).
enum ModCounts: RouteList {
    static let tag = "Mods"

    static let routes = [
        Route(
            .get,
            "mods/counts",
            "mod_counts",
            """
            Views, downloads and events of clients by the day (UTC). A download counts once, when the last bytes of the \
            archive go out: of the whole, or of the last part of one that broke off. A look at a few bytes, at the end \
            alone (bytes=-n) or by HEAD does not.
            """,
            needs: [.readContent],
            parameters: [
                RouteParameter("from", .date, "The first day; 30 days before the last if absent."),
                RouteParameter("to", .date, "The last day; today if absent."),
                RouteParameter(
                    "mod",
                    .text(lengthMax: Limits.slugLengthMax),
                    "Only this one: its id or path."
                ),
                RouteParameter.paging[0],
            ],
            answer: .json("The counts.", schema)
        ) { call in try await answer(call) }
    ]

    private static let count = Schema.integer(0...Int64.max)
    private static let totals: [String: JSON] = ["views": count, "downloads": count]
    private static let mod = Schema.object(
        totals.merging(["id": Schema.text, "path": Schema.text, "title": Schema.text]) { first, _ in first }
    )

    private static let schema = Schema.object(
        [
            "from": Schema.text, "to": Schema.text, "totals": Schema.object(totals), "mod": mod,
            "mods": Schema.list(of: mod),
            "days": Schema.list(
                of: Schema.object(totals.merging(["day": Schema.text]) { first, _ in first })
            ),
            "events": Schema.list(of: Schema.object(["name": Schema.text, "count": count])),
        ],
        optional: ["mod", "mods", "events"]
    )

    private static func answer(_ call: RouteCall) async throws -> Response {
        let services = call.services
        let span = try ModDays.Span(from: call.date("from"), to: call.date("to"), now: services.now())
        let mod = try await call.text("mod").asyncMap {
            try await services.contents.content($0, of: ModFiles.type)
        }
        let counted = try await ModDays(of: mod?.id, in: span, services)
        let totals: JSON = ["views": .integer(counted.views), "downloads": .integer(counted.downloads)]
        var members: [String: JSON] = [
            "from": .string(span.from.description), "to": .string(span.to.description),
            "days": .array(counted.days.map(json)), "totals": totals,
        ]
        if let mod {
            members["mod"] = try await line(of: mod.id, totals, services)
        } else {
            let counts = DayCounts(database: services.database)
            members["mods"] = .array(try await mods(counts, span, limit: call.limit, services))
            members["events"] = .array(try await events(counts, span))
        }
        return .json(.object(members))
    }

    // MARK: Counts

    private static func json(_ day: ModDays.Day) -> JSON {
        ["day": .string(day.name), "views": .integer(day.views), "downloads": .integer(day.downloads)]
    }

    private static func totals(_ lines: [DayCounts.Line]) -> JSON {
        .object(
            Dictionary(ModDays.kinds.map { ($0, .integer(lines.total($0))) }) { first, _ in first }
        )
    }

    /// The most downloaded mods, then the most viewed ones.
    private static func mods(
        _ counts: DayCounts,
        _ span: ModDays.Span,
        limit: Int,
        _ services: Services
    ) async throws -> [JSON] {
        let top = try await counts.bySubject(
            Mods.app,
            kinds: [Mods.Count.downloads],
            from: span.from,
            to: span.to,
            limit: limit
        ).map(\.name)
        let looked = try await counts.bySubject(
            Mods.app,
            kinds: [Mods.Count.views],
            from: span.from,
            to: span.to,
            limit: limit
        ).map(\.name)
        let ids = Array((top + looked.filter { !top.contains($0) }).prefix(limit))
        let lines = try await counts.bySubject(
            Mods.app,
            kinds: ModDays.kinds,
            among: ids,
            from: span.from,
            to: span.to,
            limit: ids.count * ModDays.kinds.count
        )
        var shown: [JSON] = []
        for id in ids {
            shown.append(try await line(of: id, totals(lines.filter { $0.name == id }), services))
        }
        return shown
    }

    /// For a mod that is not published, only the id.
    private static func line(
        of id: String,
        _ totals: JSON,
        _ services: Services
    ) async throws -> JSON {
        try await services.live.load()
        let live = services.live.state.mods[id]
        return totals.merged(with: [
            "id": .string(id), "path": .string(live?.slug ?? ""),
            "title": .string(live?.text("title", .standard) ?? ""),
        ])
    }

    private static func events(_ counts: DayCounts, _ span: ModDays.Span) async throws -> [JSON] {
        try await counts.bySubject(
            Mods.app,
            kinds: [Mods.Count.events],
            from: span.from,
            to: span.to,
            limit: Limits.pageSizeMax
        ).map { ["name": .string($0.name), "count": .integer($0.count)] }
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<R: Sendable>(
        _ body: (Wrapped) async throws -> R
    ) async rethrows -> R? {
        guard let self else { return nil }
        return try await body(self)
    }
}
