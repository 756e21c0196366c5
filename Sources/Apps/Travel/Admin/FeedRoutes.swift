import Core
import Feeds
import Hummingbird
import Storage
import Web

/// Import and export of the timetable in the admin API (T91).
enum FeedRoutes: RouteList {
    static let tag = "Timetable"

    static let routes = [
        Route(
            .post,
            "travel/feeds/{id}/import",
            "timetable_import",
            "Import a file; the feed's rows are known by their ids in it, and rows edited by hand are kept.",
            manual: """
                The file is checked whole before anything is written, and written in one transaction. With `dry_run` \
                only the changes and faults are answered. A client that accepts `application/x-ndjson` reads a line \
                `{"done": 1, "total": 9, "phase": "read"}` now and then, and the answer last.
                """,
            needs: [.writeContent],
            parameters: [
                RouteParameter(
                    "format",
                    .choice(FeedFormat.allCases.map(\.rawValue)),
                    "By the name of the file if absent; `gtfs` without one."
                ),
                RouteParameter("dry_run", .bool, "Only say what would change."),
                RouteParameter("file", .text(lengthMax: 200), "The name of the file, for people."),
                RouteParameter(
                    "country",
                    .integer(1...Int64(Int32.max), standard: FeedOptions.countryDefault),
                    "The code of the country of new stations."
                ),
                RouteParameter(
                    "settlement",
                    .integer(1...Int64(Int32.max), standard: nil),
                    "The code of the settlement of new stations; the nearest one if absent."
                ),
                RouteParameter(
                    "zone",
                    .text(lengthMax: 60),
                    "The time zone of new settlements of a stations list; Europe/Moscow if absent."
                ),
            ],
            parts: ["id": Schema.text],
            body: ["type": "string", "format": "binary"],
            bodyType: "application/octet-stream",
            answer: .json("The changes, and the faults of a dry run.", report)
        ) { call in try await take(call) },
        Route(
            .get,
            "travel/export",
            "timetable_export",
            "The whole timetable as a GTFS archive.",
            needs: [.readContent],
            answer: .file("A GTFS archive.", "application/zip")
        ) { call in try await FeedDownload(services: call.services).response() },
    ]

    private static let fault = Schema.object(
        ["pointer": Schema.text, "detail": Schema.text, "line": Schema.integer, "column": Schema.text],
        optional: ["line", "column"]
    )

    private static let kind: JSON = {
        var members: [String: JSON] = [
            "kind": Schema.choice(FeedKind.allCases.map(\.rawValue)), "title": Schema.text,
        ]
        var optional: Set<String> = []
        for change in FeedDifference.Change.allCases {
            members[change.rawValue] = Schema.integer
            members["\(change.rawValue)_ids"] = Schema.list(of: Schema.text)
            if change == .unchanged { optional.insert("\(change.rawValue)_ids") }
        }
        return Schema.object(members, optional: optional)
    }()

    private static let report = Schema.object([
        "dry_run": ["type": "boolean"],
        "summary": Schema.object(
            Dictionary(FeedDifference.Change.allCases.map { ($0.rawValue, Schema.integer) }) { first, _ in
                first
            }
        ),
        "kinds": Schema.list(of: kind), "faults": Schema.list(of: fault), "fault_count": Schema.integer,
        "warnings": Schema.list(of: fault), "warning_count": Schema.integer,
        "ignored_files": Schema.list(of: Schema.text),
    ])

    private static func take(_ call: RouteCall) async throws -> Response {
        let name = call.context.parameters.get("id") ?? ""
        let format =
            call.text("format").flatMap { FeedFormat(rawValue: $0) }
            ?? call.text("file").flatMap { FeedFormat(fileName: $0) } ?? .gtfs
        var options = try FeedOptions(name: name, format: format)
        options.country = call.integer("country") ?? options.country
        options.settlement = call.integer("settlement")
        if let zone = call.text("zone") { try options.setZone(zone) }
        options.isTrial = call.bool("dry_run") ?? WriteMode.isDryRun
        let size = call.request.headers[.contentLength].flatMap { Int($0) }
        let spool = try await Spool(call.request.body, size: size)
        let work = FeedImport(
            services: call.services,
            signature: call.context.signature(at: call.services.now()),
            options: options,
            file: call.text("file") ?? name
        )
        let language = call.language
        return try await ProgressResponse.answer(call.request, call.context) { report in
            // The path is good as long as the spool is.
            defer { withExtendedLifetime(spool) {} }
            return try await work.run(spool.path) { try await report($0, of: $1, $2) }.json(in: language)
        }
    }
}
