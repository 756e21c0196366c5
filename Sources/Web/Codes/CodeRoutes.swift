import Core
import Hummingbird

/// The codes of phones, for those who test the apps: a list, a stream, and one phone whole.
struct CodeRoutes: Sendable {
    /// Last digits by which codes are looked for.
    private static let codeDigitsMax = 15

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
        if let app, !services.apps.contains(where: { $0.name == app }) {
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
        return isPhone && 1...Self.codeDigitsMax ~= digits.count ? digits : nil
    }

    private func follow(_ request: Request, _ context: StaffContext) async throws -> Response {
        try services.codes.require(context.author)
        _ = try request.flags([])
        guard !context.isLocal else { throw Problem.noFeed }
        let codes = services.codes
        let gate = StreamGate(services.rights, context.author) { try codes.require($0) }
        return try await .stream(services.codeFeed, to: request, retry: 1_000, gate: gate) {
            try await services.codeFeed.join(context.author, address: context.address)
        } text: { reader in
            reader.take()?.map { "event: code\ndata: \($0.json().text)\n\n" }.joined() ?? ": still here\n\n"
        }
    }
}
