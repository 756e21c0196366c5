import ArgumentParser
import Core
import Web

/// Runs `vitrina gifts refund ID --note 'Asked for it'`: one action of a list, by its place among them.
struct ResourceActionCommand<D: ResourceDeclaration, Index: ActionIndex>: AsyncParsableCommand {
    private static var action: ResourceAction { D.resource.actions[Index.value] }

    static var configuration: CommandConfiguration {
        let (one, title) = (D.resource.one, action.title)
        let about = Localized("\(one.ru): \(title.ru.lowercased())", "\(one.en): \(title.en.lowercased())")
        return CommandConfiguration(commandName: action.name, abstract: about.here + ".")
    }

    @Argument(help: ArgumentHelp("Id записи.", "The ID.")) var id: String
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        let action = Self.action
        try await options.run { session in
            let call = APICall(.post, D.resource.address + [id, action.name]).note(reason.note)
            let row = try await session.api.send(call)
            session.answer(row) { ResourceTable(resource: D.resource, session: session).card(row) }
            let title = action.title
            session.note(Localized("Готово: \(title.ru.lowercased()).", "Done: \(title.en.lowercased())."))
        }
    }
}

/// The place of an action, as a type: commands are types.
protocol ActionIndex: Sendable {
    static var value: Int { get }
}

private enum FirstAction: ActionIndex {
    static var value: Int { 0 }
}

private enum NextAction<Before: ActionIndex>: ActionIndex {
    static var value: Int { Before.value + 1 }
}

/// A command for each action of a list.
func resourceActions<D: ResourceDeclaration>(of declaration: D.Type) -> [any ParsableCommand.Type] {
    func from<Index: ActionIndex>(_: Index.Type) -> [any ParsableCommand.Type] {
        guard Index.value < D.resource.actions.count else { return [] }
        return [ResourceActionCommand<D, Index>.self] + from(NextAction<Index>.self)
    }
    return from(FirstAction.self)
}
