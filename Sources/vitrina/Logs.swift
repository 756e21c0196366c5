import ArgumentParser
import Core
import Glibc
import Logging
import Storage
import Web

/// Runs `vitrina logs --follow --level warning`.
struct Logs: AsyncParsableCommand {
    /// The milliseconds from which `--slow` shows a request.
    private static let slowMin = 1_000

    static let configuration = CommandConfiguration(
        "Показать последние строки лога сервера.",
        "Show the last lines of a server's log.",
        discussion: Localized(
            """
            Сообщения и запросы, старое сверху. Сервер помнит последние \(ServerLog.linesMax) строк, до перезапуска; \
            остальное — там, куда идёт его поток ошибок: journalctl --unit vitrina. Нужны сервер и токен владельца.
              vitrina logs --level warning --since 1h
              vitrina logs --status 500..599 --follow
            """,
            """
            Messages and requests, the oldest first. A server remembers the last \(ServerLog.linesMax) lines until \
            it restarts; the others are where its standard error goes: journalctl --unit vitrina. It takes a server, \
            and a token of an owner.
              vitrina logs --level warning --since 1h
              vitrina logs --status 500..599 --follow
            """
        ).here
    )

    @Flag(
        name: [.short, .long],
        help: ArgumentHelp("Продолжать и показывать новое.", "Go on, and show what is added.")
    ) var follow = false
    @Option(
        help: ArgumentHelp(
            "С этого времени: 10m, 2h, yesterday, 2026-11-01.",
            "From this moment on: 10m, 2h, yesterday, 2026-11-01.",
            valueName: "moment"
        )
    ) var since: String?
    @Option(
        help: ArgumentHelp(
            "Этот уровень и выше: debug, info, warning, error.",
            "This level and higher ones: debug, info, warning, error."
        ),
        completion: .list(Logger.Level.allCases.map(\.rawValue))
    ) var level: String?
    @Option(
        help: ArgumentHelp(
            "Запросы с этим кодом ответа: 404 или 500..599.",
            "Requests with this status: 404 or 500..599."
        )
    ) var status: String?
    @Option(
        help: ArgumentHelp(
            "Запросы, чей путь так начинается: /admin.",
            "Requests whose path begins so: /admin."
        )
    ) var path: String?
    @Option(
        help: ArgumentHelp(
            "Один запрос и сообщения о нём, по request_id из ответа.",
            "One request and the messages about it, by the request_id of its answer.",
            valueName: "id"
        )
    ) var request: String?
    @Flag(help: ArgumentHelp("Что заняло секунду и больше.", "Only requests that took a second or more."))
    var slow = false
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(
            "Сколько строк, до 1000 (200).",
            "How many lines, up to 1000 (200).",
            valueName: "number"
        )
    ) var limit: Int?
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            if let services = session.services { throw try await Self.local(services) }
            let query = try query(session)
            if follow { return try await follow(session, query) }
            let json = try await session.api.get(["logs"], query: query)
            let answer = try Failure.reading(ServerLogAnswer.self, json)
            let lines = try Failure.reading([ServerLogAnswer.Line].self, .array(answer.items))
            session.answer(json, ids: lines.compactMap(\.requestID)) { session.table(lines) }
            session.note(answer.server.title)
            session.noteEmpty(answer.items, Localized("Таких строк нет.", "There are no such lines."))
        }
    }

    private func query(_ session: Session) throws(Failure) -> [(name: String, value: String)] {
        // A span without a sign is one of the past.
        let since = since.map { session.clock.timestamp("-\($0)")?.description ?? $0 }
        let others: [(String, String?)] = [
            ("level", level), ("status", status), ("path", path), ("request", request),
            ("slow", slow ? String(Self.slowMin) : nil), ("limit", limit.map { String($0) }),
        ]
        return try session.moments([("since", since)]) + others.given
    }

    private func follow(_ session: Session, _ query: [(name: String, value: String)]) async throws {
        var follower = LogFollower(session: session, query: query)
        try await follower.look()
        try await session.follow(every: .seconds(1)) { try await follower.look() }
    }

    /// The failure of a command without a server, which names those that run.
    private static func local(_ services: Services) async throws -> Failure {
        let servers = try await services.servers.list()
        var failure = Failure(
            .usage,
            "no-server",
            Localized(
                "Лог помнит работающий сервер; какой — скажет --server или --context.",
                "A running server remembers its log; name it by --server or --context."
            )
        )
        failure.advice =
            servers.map { server in
                let place = "\(server.host):\(server.port)"
                return Localized("Работает \(place).", "One runs at \(place).")
            } + [
                Localized(
                    "Что было раньше, помнит журнал systemd: journalctl --unit vitrina",
                    "The journal of systemd has what was before: journalctl --unit vitrina"
                )
            ]
        return failure
    }
}

/// Shows the lines that were added, whichever server of several answers.
private struct LogFollower {
    let session: Session
    let query: [(name: String, value: String)]
    private var place: String?
    private var server: ServerLogAnswer.Origin?

    init(session: Session, query: [(name: String, value: String)]) {
        (self.session, self.query) = (session, query)
    }

    mutating func look() async throws {
        var hasMore = true
        while hasMore {
            let answer = try await session.api.get(
                ["logs"],
                query: query + [("after", place)].given,
                as: ServerLogAnswer.self
            )
            (place, hasMore) = (answer.next, answer.hasMore)
            if answer.missed > 0 {
                session.note(
                    Localized("Пропущено строк: \(answer.missed).", "\(answer.missed) lines were missed.")
                )
            }
            guard !answer.items.isEmpty else { continue }
            if server != answer.server { session.note(answer.server.title) }
            server = answer.server
            try show(answer.items)
        }
    }

    private func show(_ items: [JSON]) throws {
        for item in items {
            let line = try Failure.reading(ServerLogAnswer.Line.self, item)
            session.answer(item, ids: line.requestID.map { [$0] } ?? []) {
                let cells = session.cells(line)
                return Table(cells.map { _ in Table.Column("") }, hasHeader: false, rows: [cells])
            }
        }
        fflush(nil)
    }
}

extension ServerLogAnswer.Origin {
    fileprivate var title: Localized {
        Localized("Сервер \(host), процесс \(process).", "The server \(host), process \(process).")
    }
}

extension Session {
    fileprivate func table(_ lines: [ServerLogAnswer.Line]) -> Table {
        let columns = [
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("УРОВЕНЬ", "LEVEL")),
            Table.Column(Localized("КОД", "STATUS"), isNumber: true),
            Table.Column(Localized("МС", "MS"), isNumber: true),
            Table.Column(Localized("ЧТО", "WHAT"), isFlexible: true, isKept: true),
            Table.Column(Localized("ЗАПРОС", "REQUEST")),
        ]
        return Table(columns, rows: lines.map { cells($0) })
    }

    fileprivate func cells(_ line: ServerLogAnswer.Line) -> [String] {
        [
            clock.exactText(line.time), line.level, line.status.map { String($0) } ?? "", line.milliseconds,
            line.text, line.requestID ?? "",
        ]
    }
}
