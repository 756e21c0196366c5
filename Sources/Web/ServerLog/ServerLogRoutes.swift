import Core
import Hummingbird
import Logging

/// The last lines that the server has logged: `/admin/api/v1/logs`.
enum ServerLogRoutes: RouteList {
    static let tag = "Server"
    static let address = "\(OpenAPI.prefix)/logs"

    private static let linesMax: Int64 = 1_000
    private static let linesDefault: Int64 = 200
    private static let pathLengthMax = 1_000
    private static let requestIDLengthMax = 128

    static let routes = [
        Route(
            .get,
            "logs",
            "logs",
            "The last lines that the server which answers has logged, oldest first.",
            manual: manual,
            // Lines have addresses of people, and details of the machine.
            needs: [.manageStaff],
            parameters: parameters,
            answer: .json("The lines, and where to go on.", schema)
        ) { call in try read(call) }
    ]

    private static let manual = """
        A line is a message of the server or a request that it has answered; tokens in paths are hidden. The last \
        \(ServerLog.linesMax) lines are in memory, at most \(ServerLog.sizeMax >> 20) MiB; a restart empties it. \
        Requests that were answered from the cache are there if the server writes an access log; reads of this list \
        and of its page in the console are not. Each server has its own lines: `server` says which one answered. To \
        follow, ask again with `next` as `after`; it knows the place in the log of each server, so a balancer may \
        choose another one each time.
        """

    private static let parameters = [
        RouteParameter(
            "after",
            .cursor,
            "The first lines after this place, `next` of an earlier answer; without it, the last lines."
        ),
        RouteParameter("limit", .integer(1...linesMax, standard: linesDefault), "How many lines at most."),
        RouteParameter("since", .moment, "Only lines from this moment on."),
        RouteParameter(
            "level",
            .choice(Logger.Level.allCases.map(\.rawValue)),
            "Only lines of this level, or of a higher one."
        ),
        RouteParameter(
            "status",
            .text(lengthMax: 8),
            "Only requests with this status, or with one of a span, `500..599`, and messages about them."
        ),
        RouteParameter(
            "path",
            .text(lengthMax: pathLengthMax),
            "Only requests whose path begins so, and messages about them."
        ),
        RouteParameter("request", .text(lengthMax: requestIDLengthMax), "Only the request with this id."),
        RouteParameter(
            "slow",
            .integer(0...3_600_000, standard: nil),
            "Only what took so many milliseconds or more: requests, statements, transactions."
        ),
    ]

    private static let schema = Schema.object([
        "server": Schema.object(["id": Schema.text, "host": Schema.text, "process": Schema.integer]),
        "items": Schema.list(of: ServerLogLine.schema),
        "next": Schema.described(Schema.text, "The place after these lines, for `after`."),
        "more": Schema.described(Schema.flag, "Whether later lines are there already."),
        "missed": Schema.described(
            Schema.integer,
            "How many lines after the place have left the memory before they were read."
        ),
    ])

    private static func read(_ call: RouteCall) throws -> Response {
        let filter = try ServerLogFilter(call)
        guard let log = call.services.settings.serverLog else { throw Problem.noServerLog }
        guard let cursor = ServerLogCursor(call.text("after") ?? "") else {
            throw Problem.invalid([
                Fault("#/after", "неверная метка", "is not a place in the log of a server")
            ])
        }
        let reading = log.read(
            after: cursor,
            limit: Int(call.integer("limit") ?? linesDefault),
            where: filter.fits
        )
        return .json([
            "server": [
                "id": .string(log.id), "host": .string(log.host), "process": .integer(log.process),
            ],
            "items": .array(try reading.lines.map { try $0.json(of: log.id) }),
            "next": .string(reading.next.text), "more": .bool(reading.hasMore),
            "missed": .integer(Int64(reading.missed)),
        ])
    }
}

extension Problem {
    static let noServerLog = Problem(
        .unavailable,
        Localized("Лог есть только у работающего сервера.", "Only a running server has a log.")
    )
}
