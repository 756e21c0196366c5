import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The home screen of the app in the console: its blocks, with a preview.
struct HomePages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.group("mall/home")
            .get { request, context in
                try await HomePage(console, request, context).show()
            }
            .get("{block}/add") { request, context in
                try await HomePage(console, request, context).show(adding: try block(context))
            }
            .post("{block}/add") { request, context in try await add(request, context) }
            .post("{block}/cards/{id}/on") { request, context in
                try await turn(true, request, context)
            }
            .post("{block}/cards/{id}/off") { request, context in
                try await turn(false, request, context)
            }
            .post("{block}/order") { request, context in try await move(request, context) }
    }

    private func block(_ context: ConsoleContext) throws -> HomeBlock {
        try HomeBlock.named(context.parameters.require("block"))
    }

    private func state(_ request: Request, _ context: ConsoleContext) -> HomeState {
        HomeState(request, console.time(context))
    }

    // MARK: Show and hide

    private func turn(
        _ isOn: Bool,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let (block, screen) = (try block(context), console.services.homeScreen)
        guard let id = Identifier.normalized(try context.parameters.require("id")) else {
            throw Problem.notFound(Localized("Такой записи нет.", "There is no such entry."))
        }
        let act = ContentStore.Act(author: context.author)
        let card: HomeCard?
        if isOn {
            try await screen.show(id, on: block, as: act)
            card = try await screen.strip(of: block).card(id)
        } else {
            try context.author.require(.readContent)
            card = try await screen.strip(of: block).card(id)
            try await screen.hide(id, from: block, as: act)
        }
        let title = card?.title ?? ""
        var state = state(request, context)
        if let card {
            state = state.with(HomeState.Off(block: block.name, type: card.type.name, id: id), isOff: !isOn)
        }
        return try await console.done(
            isOn
                ? Localized("«\(title)» на экране", "“\(title)” is on the screen")
                : Localized("«\(title)» скрыто с экрана", "“\(title)” is off the screen"),
            undo: [FlashMessage.Call(isOn ? "home_hide" : "home_show", ["block": block.name, "id": id])],
            to: state.path(),
            context
        )
    }

    // MARK: Order

    private func move(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (block, screen) = (try block(context), console.services.homeScreen)
        let state = state(request, context)
        let form = try await request.form()
        try context.author.require(.readContent)
        let ids = try await screen.strip(of: block).cards.map(\.content.id)
        guard let id = form["id"].flatMap({ Identifier.normalized($0) }), let index = ids.firstIndex(of: id)
        else {
            throw Problem.notFound(
                Localized("Такой карточки в блоке нет.", "There is no such card on the block.")
            )
        }
        let place = try form.place(index, ids)
        try await screen.move(id, to: place, in: block, as: ContentStore.Act(author: context.author))
        let after = try await screen.strip(of: block)
        let number = (after.cards.firstIndex { $0.content.id == id } ?? 0) + 1
        let title = after.card(id)?.title ?? ""
        let back: JSON = index == 0 ? ["to": "first"] : ["after": .string(ids[index - 1])]
        return try await console.done(
            Localized(
                "«\(title)»: место \(number) из \(ids.count)",
                "“\(title)”: place \(number) of \(ids.count)"
            ),
            undo: [FlashMessage.Call("home_move", ["block": block.name, "id": id], back)],
            to: state.path(),
            context
        )
    }

    // MARK: Adding

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let block = try block(context)
        let state = state(request, context)
        let picks = try await request.form().all("id").compactMap { HomePick($0, for: block) }
        guard !picks.isEmpty, picks.count <= Limits.homeAdditionMax else {
            return try await console.done(
                Localized("Ничего не отмечено", "Nothing is ticked"),
                to: state.path("\(block.name)/add"),
                context
            )
        }
        let addition = HomeAddition(block: block, screen: console.services.homeScreen, author: context.author)
        let result = await addition.add(picks)
        guard !result.titles.isEmpty || result.refusals.isEmpty else { throw result.refusals[0] }
        let refused = result.refusals.map { $0.detail[context.language] }
        let added = result.text(in: context.language)
        let text = ([added] + refused).joined(separator: ". ")
        return try await console.done(Localized(text, text), undo: result.undo, to: state.path(), context)
    }
}

extension Mall {
    package var pages: [ModulePage] {
        [ModulePage(HomeState.path, Localized("Домашний экран", "Home screen"))]
    }
    package var files: [String: String] { embeddedFiles }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        HomePages(console: console).add(to: group)
        PointsPages(console: console).add(to: group)
        UserPages(console: console).add(to: group)
    }
}
