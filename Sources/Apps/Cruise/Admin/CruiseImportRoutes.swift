import Core
import Hummingbird
import Web

/// The import of an operator's file in the admin API (C159, C160).
enum CruiseImportRoutes: RouteList {
    static let tag = "Cruises"

    static let routes = [
        Route(
            .post,
            "cruise/import",
            "cruise_import",
            "Import the cruises of an operator; those of an earlier import are known by their ids at the operator.",
            manual: """
                The file is an array of cruises, a page with one under `data` or `items`, or a CSV table of \
                `company, ship, dates, route, days, min_price`. A row that cannot be imported is refused with its \
                reason, and does not stop the others; rows that have not changed since the last import are left \
                alone. With `dry_run` only the report is answered. A client that accepts `application/x-ndjson` reads \
                a line `{"done": 1, "total": 9, "phase": "write"}` now and then, and the answer last.
                """,
            needs: [.writeContent],
            parameters: [
                RouteParameter(
                    "format",
                    .choice(OperatorFile.Format.allCases.map(\.rawValue)),
                    "By the name of the file if absent."
                ),
                RouteParameter("dry_run", .bool, "Only say what would change."),
                RouteParameter("file", .text(lengthMax: 200), "The name of the file, for people."),
                RouteParameter(
                    "vendor",
                    .text(lengthMax: CruiseImportOptions.vendorLengthMax),
                    "The operator whose ids the file has; `infoflot` if absent."
                ),
                RouteParameter(
                    "kind",
                    .choice(CruiseKind.allCases.map(\.rawValue)),
                    "The type of rows that do not say it; `river` if absent."
                ),
            ],
            body: ["type": "string", "format": "binary"],
            bodyType: "application/octet-stream",
            answer: .json("The new, changed, unchanged and refused cruises.", report)
        ) { call in try await take(call) }
    ]

    private static let report = Schema.object([
        "dry_run": ["type": "boolean"], "rows": Schema.integer,
        "summary": Schema.object([
            "new": Schema.integer, "changed": Schema.integer, "unchanged": Schema.integer,
            "refused": Schema.integer,
        ]),
        "entries": Schema.list(
            of: Schema.object(["type": Schema.text, "new": Schema.integer, "changed": Schema.integer])
        ),
        "refusals": Schema.list(
            of: Schema.object(["line": Schema.integer, "id": Schema.text, "reason": Schema.text])
        ),
    ])

    private static func take(_ call: RouteCall) async throws -> Response {
        var options = try CruiseImportOptions(
            vendor: call.text("vendor"),
            kind: call.text("kind"),
            format: call.text("format"),
            file: call.text("file")
        )
        options.isTrial = call.bool("dry_run") ?? WriteMode.isDryRun
        let size = call.request.headers[.contentLength].flatMap { Int($0) }
        let spool = try await Spool(call.request.body, size: size)
        let work = CruiseImport(services: call.services, author: call.context.author, options: options)
        let language = call.language
        return try await ProgressResponse.answer(call.request, call.context) { report in
            try await work.run(spool) { try await report($0, of: $1, $2) }.json(in: language)
        }
    }
}
