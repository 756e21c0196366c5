import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The board of stories in the console: their order, their pages, and a preview that plays.
struct StoryBoardPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.group("stories/board")
            .get { request, context in try await StoryBoardPage(console, request, context).show() }
            .post("order") { request, context in try await moveGroup(request, context) }
            .post("groups/{id}/order") { request, context in try await movePage(request, context) }
            .post("groups/{id}/on") { request, context in
                try await set(true, StoryGroups.type, request, context)
            }
            .post("groups/{id}/off") { request, context in
                try await set(false, StoryGroups.type, request, context)
            }
            .post("groups/{id}/publish") { request, context in try await publishAll(request, context) }
            .post("groups/{id}/remove") { request, context in try await removeGroup(request, context) }
            .post("pages/{id}") { request, context in try await save(request, context) }
            .post("pages/{id}/on") { request, context in
                try await set(true, StoryPages.type, request, context)
            }
            .post("pages/{id}/off") { request, context in
                try await set(false, StoryPages.type, request, context)
            }
            .post("pages/{id}/remove") { request, context in try await removePage(request, context) }
    }

    private func id(_ context: ConsoleContext) throws -> String {
        guard let id = Identifier.normalized(try context.parameters.require("id")) else { throw Self.missing }
        return id
    }

    private static let missing = Problem.notFound(
        Localized("Такой записи нет.", "There is no such entry.")
    )

    private func back(_ request: Request) -> String { StoryBoardState(request).path() }

    // MARK: Publication

    private func set(
        _ isOn: Bool,
        _ type: ContentType,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let content = try await console.contents(context).content(try id(context), of: type)
        let after =
            isOn
            ? try await publish(content, of: type, context)
            : try await change(content, of: type, by: .unpublish, context)
        let title = type.title(of: content.fields)
        return try await console.done(
            isOn
                ? Localized("«\(title)» опубликовано", "“\(title)” is published")
                : Localized("«\(title)» скрыто", "“\(title)” is hidden"),
            undo: FlashMessage.Call.reverting(after, since: content.version, of: type),
            to: back(request),
            context
        )
    }

    /// Changes the version that the page showed, and no later one.
    private func change(
        _ content: Content,
        of type: ContentType,
        by edit: Edit,
        _ context: ConsoleContext
    ) async throws -> Content {
        let act = ContentStore.Act(author: context.author, version: content.version)
        return try await console.services.contents.change(content.id, of: type, by: edit, as: act)
    }

    /// Names missing fields in a sentence, because there is no form to show them in.
    private func publish(
        _ content: Content,
        of type: ContentType,
        _ context: ConsoleContext
    ) async throws -> Content {
        do {
            return try await change(content, of: type, by: .publish, context)
        } catch let problem as Problem where problem.kind == .invalid {
            let title = type.title(of: content.fields)
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

    /// Publishes the story and its pages with drafts, and names those that cannot be published.
    private func publishAll(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let group = try await group(try id(context), context)
        var (done, undo, refused): (Int, [FlashMessage.Call], [String]) = (0, [], [])
        let all = group.pages.map { (StoryPages.type, $0) } + [(StoryGroups.type, group.content)]
        for (type, content) in all where content.draft != nil {
            do {
                let after = try await publish(content, of: type, context)
                done += 1
                undo += FlashMessage.Call.reverting(after, since: content.version, of: type)
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

    /// The story with its pages.
    private func group(_ id: String, _ context: ConsoleContext) async throws -> StoryBoard.Group {
        let groups = try await StoryBoard(console.contents(context)).groups
        guard let group = groups.first(where: { $0.content.id == id }) else { throw Self.missing }
        return group
    }

    // MARK: Order

    private func moveGroup(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let groups = try await StoryBoard(console.contents(context)).groups
        return try await move(groups.map(\.content), of: StoryGroups.type, request, context)
    }

    private func movePage(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let group = try await group(try id(context), context)
        return try await move(group.pages, of: StoryPages.type, request, context)
    }

    /// Moves an entry next to another one, because the pages of all stories share one order.
    private func move(
        _ contents: [Content],
        of type: ContentType,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        let ids = contents.map(\.id)
        guard let id = form["id"].flatMap({ Identifier.normalized($0) }), let index = ids.firstIndex(of: id)
        else { throw Self.missing }
        let others = ids.filter { $0 != id }
        guard let first = others.first, let last = others.last else {
            return .redirect(to: back(request), type: .normal)
        }
        var place = try form.place(index, ids)
        if place == .first { place = .before(first) }
        if place == .last { place = .after(last) }
        let number: Int? =
            switch place {
            case .before(let other): others.firstIndex(of: other).map { $0 + 1 }
            case .after(let other): others.firstIndex(of: other).map { $0 + 2 }
            case .first, .last: nil
            }
        guard let number else { throw Self.missing }
        let act = ContentStore.Act(author: context.author)
        _ = try await console.services.contents.move(id, of: type, to: place, as: act)
        let before = index == 0 ? Place.before(first) : .after(ids[index - 1])
        let title = type.title(of: contents[index].fields)
        return try await console.done(
            Localized(
                "«\(title)»: место \(number) из \(ids.count)",
                "“\(title)”: place \(number) of \(ids.count)"
            ),
            undo: [.moving(id, to: before, type)],
            to: back(request),
            context
        )
    }

    // MARK: A page

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        guard let version = form["_version"].flatMap({ Int64($0) }) else {
            throw Problem(.malformed, Localized("Форму не разобрать.", "The form cannot be understood."))
        }
        let publishes = form["_do"] == "publish"
        let after: Content
        do {
            after = try await console.services.contents.change(
                try id(context),
                of: StoryPages.type,
                by: .save(StoryPageForm.patch(form), publish: publishes),
                as: ContentStore.Act(author: context.author, version: version)
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
                ? FlashMessage.Call.reverting(after, since: version, of: StoryPages.type, keepsDraft: true)
                : [],
            to: back(request),
            context
        )
    }

    private func removePage(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let page = try await console.contents(context).content(try id(context), of: StoryPages.type)
        return try await remove(page, of: StoryPages.type, to: back(request), context) {
            Localized("«\($0)» в корзине", "“\($0)” is in the trash")
        }
    }

    /// Pages go to the trash with their story, and are restored with it.
    private func removeGroup(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let group = try await console.contents(context).content(try id(context), of: StoryGroups.type)
        var state = StoryBoardState(request)
        if state.group == group.id { (state.group, state.page) = (nil, nil) }
        return try await remove(group, of: StoryGroups.type, to: state.path(), context) {
            Localized("«\($0)» в корзине вместе со страницами", "“\($0)” is in the trash with its pages")
        }
    }

    private func remove(
        _ content: Content,
        of type: ContentType,
        to path: String,
        _ context: ConsoleContext,
        _ text: (String) -> Localized
    ) async throws -> Response {
        let edit = Edit.remove(clearingReferences: false)
        let after = try await change(content, of: type, by: edit, context)
        return try await console.done(
            text(type.title(of: content.fields)),
            undo: FlashMessage.Call.reverting(after, since: content.version, of: type),
            to: path,
            context
        )
    }
}
