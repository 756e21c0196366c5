import Core
import Hummingbird

/// Routes for the codes of phones, for testers of the apps: a list, a stream, and one with its full phone.
enum CodeRoutes: RouteList {
    static let tag = "SMS codes"

    static let routes = [
        Route(
            .get,
            "codes",
            "codes",
            "The codes of phones, newest first; not in production. Each look is audited.",
            needs: [.readCodes],
            parameters: RouteParameter.paging + [
                RouteParameter("app", .text(lengthMax: Limits.slugLengthMax), "Only of this app."),
                RouteParameter(
                    "phone",
                    .text(lengthMax: 40),
                    "The last 2 digits of the phone, or all of them; any number of the last with `people.read`."
                ),
            ],
            answer: .page(of: Schema.named("Code"))
        ) { call in
            let query = try CodeQuery(
                app: call.text("app"),
                phone: call.text("phone"),
                limit: call.limit,
                cursor: call.cursor,
                call.services
            )
            let page = try await query.page(call.services, call.context)
            return .json(["items": .array(page.elements.map { $0.json() }), "next": JSON(page.next)])
        },
        Route(
            .post,
            "codes/{id}/reveal",
            "codes_reveal",
            "One code with its phone whole; written to the audit each time.",
            needs: [.readCodes],
            answer: .json("The code.", Schema.named("Code"))
        ) { call in
            let code = try await call.services.codes.reveal(
                try call.id,
                by: call.author,
                address: call.context.address
            )
            // A dry run audits nothing, so it reveals nothing.
            return .json(code.json(isRevealed: !WriteMode.isDryRun))
        },
        Route(
            .get,
            "codes/events",
            "codes_events",
            "A stream of the changes of codes, made on any server.",
            needs: [.readCodes],
            answer: .stream("A stream of events of the name `code`, each a Code; it ends after 10 minutes.")
        ) { call in try await follow(call) },
    ]

    private static func follow(_ call: RouteCall) async throws -> Response {
        let (services, author, address) = (call.services, call.author, call.context.address)
        try services.codes.require(author)
        guard !call.context.isLocal else { throw Problem.noFeed }
        let gate = StreamGate(services.rights, author) { try services.codes.require($0) }
        return try await .stream(services.codeFeed, to: call.request, retry: 1_000, gate: gate) {
            try await services.codeFeed.join(author, address: address)
        } text: { reader in
            reader.take()?.map { "event: code\ndata: \($0.json().text)\n\n" }.joined() ?? ": still here\n\n"
        }
    }
}

/// The query of a list of codes.
struct CodeQuery: Sendable {
    /// The number of last digits that can be searched for.
    private static let digitsMax = 15

    private let app: String?
    private let digits: String?
    private let limit: Int
    private let cursor: String?

    /// Throws every fault at once.
    init(
        app: String? = nil,
        phone: String? = nil,
        limit: Int,
        cursor: String? = nil,
        _ services: Services
    ) throws(Problem) {
        var faults: [Fault] = []
        if let app, !services.apps.contains(where: { $0.name == app }) {
            faults.append(Fault("#/app", "нет такого приложения", "is no app here"))
        }
        let id = cursor.flatMap { Identifier.normalized($0) }
        if cursor != nil, id == nil {
            faults.append(Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list"))
        }
        let digits = phone.flatMap { Self.digits($0) }
        if phone != nil, digits == nil {
            faults.append(
                Fault(
                    "#/phone",
                    "должен состоять из последних цифр номера",
                    "must be the last digits of a phone"
                )
            )
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        (self.app, self.digits, self.limit, self.cursor) = (app, digits, limit, id)
    }

    func page(_ services: Services, _ context: StaffContext) async throws -> Page<Code> {
        try await services.codes.list(
            app: app,
            digits: digits,
            limit: limit,
            before: cursor,
            by: context.author,
            address: context.address
        )
    }

    /// The digits of a phone as a person types it; nil if it is not one.
    private static func digits(_ text: String) -> String? {
        let digits = PhoneSearch.dialled(text)
        let isPhone = text.unicodeScalars.allSatisfy { "0123456789+-() .\u{A0}".unicodeScalars.contains($0) }
        return isPhone && 1...digitsMax ~= digits.count ? digits : nil
    }
}
