import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The home screen of the app in the console: its blocks, and beside them the phone.
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

    // MARK: On and off

    private func turn(
        _ isOn: Bool,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let (block, api) = (try block(context), console.api(context))
        guard let id = Identifier.normalized(try context.parameters.require("id")) else {
            throw Problem.notFound(Localized("Такой записи нет.", "There is no such content."))
        }
        let path = "/mall/home/\(block.name)/cards/\(id)"
        let before = isOn ? JSON.null : try await self.block(block, api)
        let after = try await api.send(isOn ? .put : .delete, path)
        let card = (isOn ? after : before).card(id)
        let title = card?["title"]?.string ?? ""
        var state = state(request, context)
        if let type = card?["type"]?.string {
            state = state.with(HomeState.Off(block: block.name, type: type, id: id), isOff: !isOn)
        }
        return try await console.done(
            isOn
                ? Localized("«\(title)» на экране", "“\(title)” is on the screen")
                : Localized("«\(title)» скрыто с экрана", "“\(title)” is off the screen"),
            undo: [FlashMessage.Call(isOn ? "DELETE" : "PUT", path)],
            to: state.path(),
            context
        )
    }

    /// The block as it is by now.
    private func block(_ block: HomeBlock, _ api: AdminAPI) async throws -> JSON {
        let home = try await api.get("/mall/home")
        return home["blocks"]?.array?.first { $0["name"]?.string == block.name } ?? .null
    }

    // MARK: Order

    private func move(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (block, api) = (try block(context), console.api(context))
        let state = state(request, context)
        let form = try await request.form()
        let before = try await self.block(block, api)
        let ids = before.cardIDs
        guard let id = form["id"].flatMap({ Identifier.normalized($0) }), let index = ids.firstIndex(of: id)
        else {
            throw Problem.notFound(
                Localized("Такой карточки в блоке нет.", "There is no such card on the block.")
            )
        }
        let path = "/mall/home/\(block.name)/cards/\(id)/position"
        let place = try form.place(index, ids)
        let after = try await api.send(.put, path, body: place)
        let number = (after.cardIDs.firstIndex(of: id) ?? 0) + 1
        let title = after.card(id)?["title"]?.string ?? ""
        let back: JSON = index == 0 ? ["to": "first"] : ["after": .string(ids[index - 1])]
        return try await console.done(
            Localized(
                "«\(title)»: место \(number) из \(ids.count)",
                "“\(title)”: place \(number) of \(ids.count)"
            ),
            undo: [FlashMessage.Call("PUT", path, back)],
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
        let result = await HomeAddition(block: block, api: console.api(context), console: console).add(picks)
        guard !result.titles.isEmpty || result.refusals.isEmpty else { throw result.refusals[0] }
        let refused = result.refusals.map { $0.detail[context.language] }
        let added = result.text(in: context.language)
        let text = ([added] + refused).joined(separator: ". ")
        return try await console.done(Localized(text, text), undo: result.undo, to: state.path(), context)
    }
}

extension JSON {
    /// The ids of a block's cards in their order.
    fileprivate var cardIDs: [String] { self["cards"]?.array?.compactMap { $0["id"]?.string } ?? [] }

    fileprivate func card(_ id: String) -> JSON? {
        self["cards"]?.array?.first { $0["id"]?.string == id }
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
        GuestPages(console: console).add(to: group)
        UserPages(console: console).add(to: group)
    }
}
