import Core
import Hummingbird
import Storage
import Web

/// The daily counters of views and downloads in the admin API: `/admin/api/v1/mods/counts` (D80, D87).
enum ModCounts: RouteList {
    /// The longest span of one answer, in days.
    private static let dayCountDaysMax = 366

    static let tag = "Mods"
    private static let kinds = [Mods.Count.views, Mods.Count.downloads]
    private static let daysDefault: Int64 = 30

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
            answer: .json("What was counted.", schema)
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
        let span = try span(call, now: services.now())
        let name = call.text("mod")
        // Includes the counters that this server has not saved yet.
        try await services.counts.flush()
        let mod = try await name.asyncMap { try await services.contents.content($0, of: ModFiles.type) }
        let counts = DayCounts(database: services.database)
        let lines = try await counts.byDay(
            Mods.app,
            kinds: kinds,
            subject: mod?.id,
            from: span.from,
            to: span.to
        )
        var members: [String: JSON] = [
            "from": .string(span.from.description), "to": .string(span.to.description),
            "days": days(lines, span), "totals": .object(totals(lines)),
        ]
        if let mod {
            members["mod"] = try await line(of: mod.id, totals(lines), services)
        } else {
            members["mods"] = .array(try await mods(counts, span, limit: call.limit, services))
            members["events"] = .array(try await events(counts, span))
        }
        return .json(.object(members))
    }

    // MARK: The time that it is about

    private struct Span: Sendable {
        let from: CivilDate
        let to: CivilDate

        var days: [String] {
            (from.daysSince1970...to.daysSince1970).compactMap {
                Timestamp(seconds: $0 * 86_400)?.day
            }
        }
    }

    /// The requested days; by default the thirty up to today.
    private static func span(_ call: RouteCall, now: Timestamp) throws(Problem) -> Span {
        let today = CivilDate(now.day)
        guard let to = call.date("to") ?? today else { throw wrong("to", "не день", "is no day") }
        let standard = Timestamp(seconds: (to.daysSince1970 - daysDefault + 1) * 86_400)
            .flatMap { CivilDate($0.day) }
        guard let from = call.date("from") ?? standard, from.daysSince1970 <= to.daysSince1970 else {
            throw wrong("from", "позже конца", "must not be after the end")
        }
        guard to.daysSince1970 - from.daysSince1970 < Int64(Self.dayCountDaysMax) else {
            throw wrong(
                "from",
                "не больше \(Self.dayCountDaysMax) дней",
                "must be at most \(Self.dayCountDaysMax) days before the end"
            )
        }
        return Span(from: from, to: to)
    }

    private static func wrong(_ name: String, _ ru: String, _ en: String) -> Problem {
        .invalid([Fault("#/\(name)", ru, en)])
    }

    // MARK: What was counted

    private static func totals(_ lines: [DayCounts.Line]) -> [String: JSON] {
        var totals: [String: JSON] = [:]
        for kind in kinds {
            totals[kind] = .integer(lines.filter { $0.kind == kind }.reduce(0) { $0 &+ $1.count })
        }
        return totals
    }

    /// Every day of the span, including those without any count.
    private static func days(_ lines: [DayCounts.Line], _ span: Span) -> JSON {
        var byDay: [String: [String: JSON]] = [:]
        for line in lines { byDay[line.name, default: [:]][line.kind] = .integer(line.count) }
        return .array(
            span.days.map { day in
                var members: [String: JSON] = ["day": .string(day)]
                for kind in kinds { members[kind] = byDay[day]?[kind] ?? 0 }
                return .object(members)
            }
        )
    }

    /// The most downloaded mods, then the most viewed ones.
    private static func mods(
        _ counts: DayCounts,
        _ span: Span,
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
            kinds: kinds,
            among: ids,
            from: span.from,
            to: span.to,
            limit: ids.count * kinds.count
        )
        var shown: [JSON] = []
        for id in ids {
            shown.append(try await line(of: id, totals(lines.filter { $0.name == id }), services))
        }
        return shown
    }

    /// A mod that is not published has its id alone.
    private static func line(
        of id: String,
        _ totals: [String: JSON],
        _ services: Services
    ) async throws -> JSON {
        try await services.live.load()
        let live = services.live.state.mods[id]
        return JSON.object(totals).merged(with: [
            "id": .string(id), "path": .string(live?.slug ?? ""),
            "title": .string(live?.text("title", .standard) ?? ""),
        ])
    }

    private static func events(_ counts: DayCounts, _ span: Span) async throws -> [JSON] {
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
