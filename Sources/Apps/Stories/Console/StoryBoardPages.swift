import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The board of stories in the console: their order, their pages, and beside them the phone that plays.
struct StoryBoardPages: Sendable {
    let console: Console

    private static let groups = "/stories/\(StoryGroups.type.name)"
    private static let pages = "/stories/\(StoryPages.type.name)"

    func add(to group: RouterGroup<ConsoleContext>) {
        group.group("stories/board")
            .get { request, context in try await StoryBoardPage(console, request, context).show() }
            .post("order") { request, context in try await moveGroup(request, context) }
            .post("groups/{id}/order") { request, context in try await movePage(request, context) }
            .post("groups/{id}/on") { request, context in try await show(Self.groups, request, context) }
            .post("groups/{id}/off") { request, context in try await hide(Self.groups, request, context) }
            .post("groups/{id}/publish") { request, context in try await publishAll(request, context) }
            .post("groups/{id}/remove") { request, context in try await removeGroup(request, context) }
            .post("pages/{id}") { request, context in try await save(request, context) }
            .post("pages/{id}/on") { request, context in try await show(Self.pages, request, context) }
            .post("pages/{id}/off") { request, context in try await hide(Self.pages, request, context) }
            .post("pages/{id}/remove") { request, context in try await removePage(request, context) }
    }

    private func id(_ context: ConsoleContext) throws -> String {
        guard let id = Identifier.normalized(try context.parameters.require("id")) else { throw Self.missing }
        return id
    }

    private static let missing = Problem.notFound(
        Localized("Такой записи нет.", "There is no such content.")
    )

    private func back(_ request: Request) -> String { StoryBoardState(request).path() }

    // MARK: On and off

    private func show(_ path: String, _ request: Request, _ context: ConsoleContext) async throws -> Response
    {
        let (id, api) = (try id(context), console.api(context))
        let content = try await api.get("\(path)/\(id)")
        let after = try await publish(content, at: path, api)
        let title = content["title"]?.string ?? ""
        return try await console.done(
            Localized("«\(title)» опубликовано", "“\(title)” is published"),
            undo: Notice.Call.reverting(after, since: content["version"]?.integer, at: path),
            to: back(request),
            context
        )
    }

    private func hide(_ path: String, _ request: Request, _ context: ConsoleContext) async throws -> Response
    {
        let (id, api) = (try id(context), console.api(context))
        let content = try await api.get("\(path)/\(id)")
        let after = try await api.send(
            .delete,
            "\(path)/\(id)/publication",
            version: content["version"]?.integer
        )
        let title = content["title"]?.string ?? ""
        return try await console.done(
            Localized("«\(title)» скрыто", "“\(title)” is hidden"),
            undo: Notice.Call.reverting(after, since: content["version"]?.integer, at: path),
            to: back(request),
            context
        )
    }

    /// What is missing is told in a sentence, as there is no form to show it in.
    private func publish(_ content: JSON, at path: String, _ api: AdminAPI) async throws -> JSON {
        let id = content["id"]?.string ?? ""
        do {
            return try await api.send(.put, "\(path)/\(id)/publication", version: content["version"]?.integer)
        } catch let problem as Problem where problem.kind == .invalid {
            let title = content["title"]?.string ?? ""
            let type = path == Self.groups ? StoryGroups.type : StoryPages.type
            func sentence(_ language: Language) -> String {
                let faults = problem.faults.map { fault in
                    let name = fault.pointer.split(separator: "/").dropFirst().first ?? ""
                    let field = type.field(String(name))?.title[language] ?? String(name)
                    return "\(field): \(fault.detail[language])"
                }
                return faults.joined(separator: ", ")
            }
            throw Problem(
                .conflict,
                Localized(
                    "«\(title)» не опубликовать. \(sentence(.ru)).",
                    "“\(title)” cannot be published. \(sentence(.en))."
                )
            )
        }
    }

    /// The story and its pages with everything that waits; what cannot be published is told.
    private func publishAll(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, api) = (try id(context), console.api(context))
        let group = try await self.group(id, api)
        var (done, undo, refused): (Int, [Notice.Call], [String]) = (0, [], [])
        let all = (group["pages"]?.array ?? []).map { (Self.pages, $0) } + [(Self.groups, group)]
        for (path, content) in all where content["has_draft"] == true {
            do {
                let after = try await publish(content, at: path, api)
                done += 1
                undo += Notice.Call.reverting(after, since: content["version"]?.integer, at: path)
            } catch let problem as Problem {
                refused.append(problem.detail[context.language])
            }
        }
        guard done > 0 || refused.isEmpty else {
            let text = refused.joined(separator: " ")
            throw Problem(.conflict, Localized(text, text))
        }
        let text = Localized("Опубликовано: \(done)", "Published: \(done)")[context.language]
        let whole = ([text] + refused).joined(separator: ". ")
        return try await console.done(Localized(whole, whole), undo: undo, to: back(request), context)
    }

    /// The story with its pages, as the board has it.
    private func group(_ id: String, _ api: AdminAPI) async throws -> JSON {
        let groups = try await api.get("/stories/board")["groups"]?.array ?? []
        guard let group = groups.first(where: { $0["id"]?.string == id }) else { throw Self.missing }
        return group
    }

    // MARK: Order

    private func moveGroup(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let groups = try await console.api(context).get("/stories/board")["groups"]?.array ?? []
        return try await move(groups, at: Self.groups, request, context)
    }

    private func movePage(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let group = try await group(try id(context), console.api(context))
        return try await move(group["pages"]?.array ?? [], at: Self.pages, request, context)
    }

    /// Moves one of these among them; pages of all stories stand in one row, so every place is beside another page.
    private func move(
        _ contents: [JSON],
        at path: String,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        let ids = contents.compactMap { $0["id"]?.string }
        guard let id = form["id"].flatMap({ Identifier.normalized($0) }), let index = ids.firstIndex(of: id)
        else { throw Self.missing }
        let others = ids.filter { $0 != id }
        guard let first = others.first, let last = others.last else {
            return .redirect(to: back(request), type: .normal)
        }
        var place = try form.place(index, ids)
        if let to = place["to"]?.string {
            place = to == "first" ? ["before": .string(first)] : ["after": .string(last)]
        }
        let other = place["before"]?.string ?? place["after"]?.string ?? ""
        guard let at = others.firstIndex(of: other) else { throw Self.missing }
        let number = at + (place["after"] == nil ? 1 : 2)
        let position = "\(path)/\(id)/position"
        try await console.api(context).send(.put, position, body: place)
        let before: JSON = index == 0 ? ["before": .string(first)] : ["after": .string(ids[index - 1])]
        let title = contents[index]["title"]?.string ?? ""
        return try await console.done(
            Localized(
                "«\(title)»: место \(number) из \(ids.count)",
                "“\(title)”: place \(number) of \(ids.count)"
            ),
            undo: [Notice.Call("PUT", position, before)],
            to: back(request),
            context
        )
    }

    // MARK: A page

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, api) = (try id(context), console.api(context))
        let form = try await request.form()
        guard let version = form["_version"].flatMap({ Int64($0) }) else {
            throw Problem(.malformed, Localized("Форму не разобрать.", "The form cannot be understood."))
        }
        let publishes = form["_do"] == "publish"
        let after: JSON
        do {
            after = try await api.send(
                .patch,
                "\(Self.pages)/\(id)",
                publishes ? [("publish", "true")] : [],
                body: StoryPageForm.patch(form),
                version: version
            )
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            let page = StoryBoardPage(console, request, context)
            return try await page.show(StoryBoardPage.Refused(form: form, problem: problem))
        }
        return try await console.done(
            publishes
                ? Localized("Страница опубликована", "The page is published")
                : Localized("Черновик сохранён", "Draft saved"),
            undo: publishes
                ? Notice.Call.reverting(after, since: version, at: Self.pages, keepsDraft: true) : [],
            to: back(request),
            context
        )
    }

    private func removePage(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, api) = (try id(context), console.api(context))
        let page = try await api.get("\(Self.pages)/\(id)")
        try await api.send(.delete, "\(Self.pages)/\(id)", version: page["version"]?.integer)
        let title = page["title"]?.string ?? ""
        return try await console.done(
            Localized("«\(title)» в корзине", "“\(title)” is in the trash"),
            undo: Notice.Call.reverting(removalOf: page, at: Self.pages),
            to: back(request),
            context
        )
    }

    /// The pages go with their story; brought back, all of them are what they were.
    private func removeGroup(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, api) = (try id(context), console.api(context))
        let group = try await group(id, api)
        try await api.send(.delete, "\(Self.groups)/\(id)", version: group["version"]?.integer)
        let undo = Notice.Call.reverting(removalOf: group, at: Self.groups)
        let title = group["title"]?.string ?? ""
        var state = StoryBoardState(request)
        if state.group == id { (state.group, state.page) = (nil, nil) }
        return try await console.done(
            Localized(
                "«\(title)» в корзине вместе со страницами",
                "“\(title)” is in the trash with its pages"
            ),
            undo: undo,
            to: state.path(),
            context
        )
    }
}
