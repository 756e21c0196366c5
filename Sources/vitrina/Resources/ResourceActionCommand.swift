import Apps
import ArgumentParser
import Core
import Web

/// Runs `vitrina gifts refund ID --note 'Asked for it'`: one action of a list, by its index.
struct ResourceActionCommand<D: ResourceDeclaration, Index: ActionIndex>: AsyncParsableCommand {
    private static var action: ResourceAction { D.resource.actions[Index.value] }

    static var configuration: CommandConfiguration {
        let (one, title) = (D.resource.one, action.title)
        let about = Localized(sentence(title.ru, one.ru), sentence(title.en, one.en))
        return CommandConfiguration(commandName: action.command, abstract: (action.about ?? about).here)
    }

    /// Adds to a title of one word what it is about.
    private static func sentence(_ title: String, _ one: String) -> String {
        title.contains(" ") ? "\(title)." : "\(title): \(one.lowercased())."
    }

    @OptionGroup var given: ActionOptions<D, Index>
    @OptionGroup var owner: OwnerOptions<D>
    @OptionGroup var options: Options

    func run() async throws {
        let action = Self.action
        try await options.run { session in
            let resource = try await owner.resource(session)
            let table = ResourceTable(resource: resource, session: session)
            if given.onlyFirst,
                try await !session.api.get(
                    resource.address,
                    query: [("limit", "1")],
                    as: Page<JSON>.self
                ).elements.isEmpty
            {
                session.answer(["created": false], ids: []) { .empty }
                session.note(
                    Localized("Список не пуст, ничего не сделано.", "The list has rows; nothing was done.")
                )
                return
            }
            let id = action.place == .create ? "" : try await session.id(of: given.row, in: resource)
            if action.asksFirst { try await agree(to: action, id, in: resource, session) }
            let path = resource.address + action.address(of: id)
            var call = APICall(action.apiMethod, path, json: try await given.body(session)).note(given.note)
            // The lists of the system do not affect apps.
            if resource.app == nil { call = call.unseen }
            let row = try await session.api.send(call)
            let answer: JSON = action.place == .remove ? ["id": .string(id)] : row
            session.answer(answer, ids: answer.id(in: resource).map { [$0] }) {
                action.place == .remove ? .empty : table.card(row, also: action.also.map(\.name))
            }
            if action.also.contains(where: { row[$0.name]?.string != nil }) {
                session.note(Localized("Показано один раз, сохраните.", "It is shown only once: keep it."))
            }
            if let remark = action.remark?(row) { session.note(remark) }
            session.note(Localized("Готово.", "Done."))
        }
    }

    private func agree(
        to action: ResourceAction,
        _ id: String,
        in resource: Resource,
        _ session: Session
    ) async throws {
        let row = try await session.api.get(resource.address + [id])
        let table = ResourceTable(resource: resource, session: session)
        let (one, title) = (resource.one, table.title(row))
        let question = action.question ?? action.title
        try session.terminal.confirm(
            Localized("\(one.ru) \(title): \(question.ru)", "\(one.en) \(title): \(question.en)"),
            isAgreed: given.isAgreed
        )
    }
}

extension Session {
    /// Returns the id of a row, by an id, a part of one, or its alias.
    func id(of text: String, in resource: Resource) async throws -> String {
        let text = try await api.whole(text, in: resource.address)
        guard let alias = resource.alias, Identifier.normalized(text) == nil else { return text }
        let found = try await api.get(
            resource.address,
            query: [(name: alias, value: text)],
            as: Page<JSON>.self
        )
        guard let id = found.elements.first?.id else {
            let title = resource.title
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized("\(title.ru): нет \(text).", "\(title.en): there is no \(text).")
            )
        }
        return id
    }
}

extension Session {
    /// Returns the id of a row in the parent list.
    func id(of text: String, above resource: Resource) async throws -> String {
        let lists = Catalog.resources.map { $0.resource }
        guard let list = lists.first(where: { $0.name == resource.parent && $0.app == resource.app }) else {
            return text
        }
        return try await id(of: text, in: list)
    }
}

extension ResourceAction {
    fileprivate var apiMethod: APIMethod {
        switch place {
        case .create, .row: .post
        case .change: .patch
        case .remove: .delete
        }
    }
}

/// The index of an action as a type, because each command is a type.
protocol ActionIndex: Sendable {
    static var value: Int { get }
}

private enum FirstAction: ActionIndex {
    static var value: Int { 0 }
}

private enum NextAction<Before: ActionIndex>: ActionIndex {
    static var value: Int { Before.value + 1 }
}

/// Returns a command for each action of a list.
func resourceActions<D: ResourceDeclaration>(of declaration: D.Type) -> [any ParsableCommand.Type] {
    func from<Index: ActionIndex>(_: Index.Type) -> [any ParsableCommand.Type] {
        guard Index.value < D.resource.actions.count else { return [] }
        return [ResourceActionCommand<D, Index>.self] + from(NextAction<Index>.self)
    }
    return from(FirstAction.self)
}
