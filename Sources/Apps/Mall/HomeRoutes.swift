import Core
import Hummingbird
import Web

/// The home screen in the admin API: `/admin/api/v1/mall/home`.
struct HomeRoutes: Sendable {
    private let screen: HomeScreen

    init(services: Services) {
        screen = HomeScreen(contents: services.contents, zone: services.settings.timeZone)
    }

    func add(to group: RouterGroup<StaffContext>) {
        group.group("home")
            .get { _, context in try await show(context) }
            .put("{block}/cards/{id}") { request, context in
                try await change(request, context) { try await screen.show($0, on: $1, as: $2) }
            }
            .delete("{block}/cards/{id}") { request, context in
                try await change(request, context) { try await screen.hide($0, from: $1, as: $2) }
            }
            .put("{block}/cards/{id}/position") { request, context in
                let place = try Place(await request.object())
                return try await change(request, context) {
                    try await screen.move($0, to: place, in: $1, as: $2)
                }
            }
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let cards = try await screen.cards(of: HomeBlock.all)
        return .json(["blocks": .array(zip(HomeBlock.all, cards).map { json($0, $1, context) })])
    }

    /// Every change answers its block as it is now.
    private func change(
        _ request: Request,
        _ context: StaffContext,
        _ change: (String, HomeBlock, ContentStore.Act) async throws -> Void
    ) async throws -> Response {
        let block = try HomeBlock.named(context.parameters.require("block"))
        guard let id = Identifier.normalized(try context.id) else {
            throw Problem.notFound(Localized("Такой записи нет.", "There is no such content."))
        }
        let act = ContentStore.Act(
            author: context.author,
            version: try request.versionIfAny(),
            note: try request.note()
        )
        try await change(id, block, act)
        return .json(json(block, try await screen.cards(of: block), context))
    }

    private func json(_ block: HomeBlock, _ cards: [HomeCard], _ context: StaffContext) -> JSON {
        let isSeen = cards.contains(where: \.isSeen)
        return [
            "name": .string(block.name),
            "title": .string(block.title[context.language]),
            "types": .array(block.types.map { .string($0.name) }),
            "flag": .string(block.flag),
            "is_movable": .bool(block.isMovable),
            "warning": JSON(isSeen ? nil : HomeBlock.emptiness[context.language]),
            "cards": .array(cards.map { $0.json(in: context.language) }),
        ]
    }
}
