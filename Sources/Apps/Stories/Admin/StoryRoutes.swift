import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The admin API of stories besides their entries: `/admin/api/v1/stories/board` and `…/bundle`.
enum StoryRoutes: RouteList {
    static let tag = "Stories"

    static let routes = [
        Route(
            .get,
            "stories/board",
            "stories_board",
            "Every story with its pages, and why the app does not show one.",
            needs: [.readContent],
            answer: .json(
                "As it is now.",
                Schema.object([
                    "groups": Schema.list(of: group),
                    "strays": Schema.described(
                        Schema.integer,
                        "Drafts of pages that belong to no story yet."
                    ),
                ])
            )
        ) { call in
            .json(try await StoryBoard(call.services.contents).json(in: call.language))
        },
        Route(
            .get,
            "stories/bundle",
            "stories_bundle",
            "The content that an app ships with: a ZIP of JSON and pictures, the same bytes for the same content.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "form",
                    .choice(StoryBundle.Form.allCases.map(\.rawValue)),
                    "The layout; `ios` if absent."
                ),
                .language("Only this language; every language if absent."),
                RouteParameter("at", .moment, "The moment whose stories are wanted; now if absent."),
            ],
            answer: .file("The archive.", MediaType.zip.rawValue)
        ) { call in try await bundle(call) },
    ]

    /// Reads everything before the first byte is sent, so that a fault is an error, not a cut-off file.
    private static func bundle(_ call: RouteCall) async throws -> Response {
        let services = call.services
        try await services.live.load()
        try await services.live.refresh()
        let options = StoryBundle.Options(
            form: call.text("form").flatMap { StoryBundle.Form(rawValue: $0) } ?? .ios,
            language: call.text("lang").flatMap { Language(rawValue: $0) },
            at: call.moment("at")
        )
        let bundle = try StoryBundle(
            options,
            live: services.live.state,
            now: services.now(),
            media: services.media
        )
        let file = try await SpooledFile { write in try await bundle.zip(write) }
        let headers: HTTPFields = [
            .contentType: MediaType.zip.rawValue, .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"stories-\(options.form.rawValue).zip\"",
        ]
        return Response(status: .ok, headers: headers, body: file.body)
    }

    private static let absence: JSON = [
        "type": ["string", "null"],
        "enum": .array(StoryShelf.Absence.allCases.map { .string($0.rawValue) } + [.null]),
        "description": "Why the app does not show it; null if it does.",
    ]

    private static let group = Schema.object([
        "absence": absence, "reason": Schema.optionalText,
        "pages": Schema.list(of: Schema.named("story_page")),
    ]).adding(["allOf": [Schema.named("story_group")]])
}
