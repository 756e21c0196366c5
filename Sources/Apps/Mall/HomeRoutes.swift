import Core
import HTTPTypes
import Hummingbird
import Web

/// The home screen in the admin API: `/admin/api/v1/mall/home`.
enum HomeRoutes: RouteList {
    static let tag = "Home"

    static let routes = [
        Route(
            .get,
            "mall/home",
            "home",
            "The home screen: every block with its cards.",
            needs: [.readContent],
            answer: .json("As it is now.", Schema.object(["blocks": Schema.list(of: schema)]))
        ) { call in
            let strips = try await call.screen.strips
            return .json(["blocks": .array(strips.map { $0.json(in: call.language) })])
        },
        change(.put, "home_show", "Put a content on a block.") { call, id, block, act in
            try await call.screen.show(id, on: block, as: act)
        },
        change(.delete, "home_hide", "Take a card off a block.") { call, id, block, act in
            try await call.screen.hide(id, from: block, as: act)
        },
        change(
            .put,
            "home_move",
            "Move a card among the cards of its block.",
            below: "/position",
            body: Schema.named("Place")
        ) { call, id, block, act in
            let place = try Place(await call.request.object())
            try await call.screen.move(id, to: place, in: block, as: act)
        },
    ]

    /// An operation on one card, whose response is the changed block.
    private static func change(
        _ method: HTTPRequest.Method,
        _ name: String,
        _ summary: String,
        below: String = "",
        body: JSON? = nil,
        perform: @escaping @Sendable (RouteCall, String, HomeBlock, ContentStore.Act) async throws -> Void
    ) -> Route {
        Route(
            method,
            "mall/home/{block}/cards/{id}\(below)",
            name,
            summary,
            needs: [.writeContent],
            parts: ["block": Schema.choice(HomeBlock.all.map(\.name))],
            body: body,
            answer: .json("As it is now.", schema)
        ) { call in
            let block = try HomeBlock.named(call.context.parameters.require("block"))
            guard let id = Identifier.normalized(try call.id) else {
                throw Problem.notFound(Localized("Такой записи нет.", "There is no such entry."))
            }
            let act = ContentStore.Act(
                author: call.author,
                version: try call.request.versionIfAny(),
                note: try call.request.note()
            )
            try await perform(call, id, block, act)
            return .json(try await call.screen.strip(of: block).json(in: call.language))
        }
    }

    private static let schema = Schema.object([
        "name": Schema.text, "title": Schema.text, "types": Schema.list(of: Schema.text), "flag": Schema.text,
        "is_movable": Schema.flag,
        "warning": Schema.described(Schema.optionalText, "Why the app does not show the block."),
        "cards": Schema.list(of: card),
    ])

    private static let absence: JSON = [
        "type": ["string", "null"], "enum": .array(Absence.names.map { .string($0) } + [.null]),
        "description": "The same as a word; null if visitors see it.",
    ]

    private static let card = Schema.object([
        "id": Schema.uuid, "type": Schema.text, "title": Schema.text, "image": Schema.optionalText,
        "position": Schema.integer, "version": Schema.integer,
        "state": Schema.choice(of: HomeCard.State.self),
        "reason": Schema.described(Schema.optionalText, "Why it is not simply there."), "absence": absence,
        "appears_at": Schema.optionalMoment, "live_from": Schema.optionalMoment,
        "live_until": Schema.optionalMoment,
        "fields": [
            "type": "object", "additionalProperties": true,
            "description": "Its moments, numbers, choices and references, as the app shows them.",
        ],
        "schedule": Schema.named("Schedule"),
    ])
}

extension RouteCall {
    fileprivate var screen: HomeScreen { services.homeScreen }
}

extension Services {
    var homeScreen: HomeScreen { HomeScreen(contents: contents, zone: settings.timeZone) }
}

extension HomeStrip {
    fileprivate func json(in language: Language) -> JSON {
        [
            "name": .string(block.name),
            "title": .string(block.title[language]),
            "types": .array(block.types.map { .string($0.name) }),
            "flag": .string(block.flag),
            "is_movable": .bool(block.isMovable),
            "warning": JSON(warning?[language]),
            "cards": .array(cards.map { $0.json(in: language) }),
        ]
    }
}
