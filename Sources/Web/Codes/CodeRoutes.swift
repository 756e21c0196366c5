import Core
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The codes of phones, for those who test the apps: a list, a stream, and one phone whole.
struct CodeRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("codes")
            .get { request, context in try await list(request, context) }
            .get("events") { request, context in try await follow(request, context) }
            .post("{id}/reveal") { _, context in
                let code = try await services.codes.reveal(
                    try context.id,
                    by: context.author,
                    address: context.address
                )
                // A look that leaves no trace shows nothing.
                return Response.json(code.json(isRevealed: !WriteMode.isDryRun))
            }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try services.codes.require(context.author)
        let (limit, _) = try request.page(besides: ["app", "phone", "cursor"])
        var faults: [Fault] = []
        let app = request.value("app")
        if let app, !services.modules.contains(where: { $0.name == app }) {
            faults.append(Fault("#/app", "нет такого приложения", "is no app here"))
        }
        let cursor = request.value("cursor").map { Identifier.normalized($0) }
        if case .some(nil) = cursor {
            faults.append(Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list"))
        }
        let digits = request.value("phone").map { Self.digits($0) }
        if case .some(nil) = digits {
            faults.append(
                Fault(
                    "#/phone",
                    "должен состоять из последних цифр номера",
                    "must be the last digits of a phone"
                )
            )
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        let page = try await services.codes.list(
            app: app,
            digits: digits ?? nil,
            limit: limit,
            before: cursor ?? nil,
            by: context.author,
            address: context.address
        )
        return .json(["items": .array(page.elements.map { $0.json() }), "next": JSON(page.next)])
    }

    /// The digits of what somebody has typed.
    private static func digits(_ text: String) -> String? {
        let digits = PhoneSearch.dialled(text)
        let isPhone = text.unicodeScalars.allSatisfy { "0123456789+-() .\u{A0}".unicodeScalars.contains($0) }
        return isPhone && 1...Limits.codeDigitsMax ~= digits.count ? digits : nil
    }

    private func follow(_ request: Request, _ context: StaffContext) async throws -> Response {
        try services.codes.require(context.author)
        _ = try request.flags([])
        guard !context.isLocal else { throw ChangeFeed.absent }
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
        ]
        guard request.method == .get else { return Response(status: .ok, headers: headers) }
        let feed = services.codeFeed
        let reader = try await feed.join(context.author, address: context.address)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                defer { feed.leave(reader) }
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await Self.tell(reader, to: &writer)
                    } onInboundClosed: {
                        reader.end()
                    }
                } onGracefulShutdown: {
                    reader.end()
                }
                try await writer.finish(nil)
            }
        )
    }

    /// Writes until nothing more will come; a slow reader makes this wait, and is told the outcome of what it missed.
    private static func tell(_ reader: CodeReader, to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        for await _ in reader.wakes {
            let text =
                reader.take()?.map { "event: code\ndata: \($0.json().text)\n\n" }.joined()
                ?? ": still here\n\n"
            if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
        }
    }
}
