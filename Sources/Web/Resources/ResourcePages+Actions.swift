import Core
import HTTPTypes
import Hummingbird
import Storage

/// Actions of staff on a list and its rows: buttons, the dialog, and performing them.
extension ResourcePages {
    /// A submitted dialog that was refused.
    struct Attempt {
        let form: Form
        let problem: Problem
    }

    /// Adds the buttons that create a row.
    func addCreations(to records: inout Records) {
        let first = resource.actions.first { $0.place == .create }
        for action in resource.actions
        where action.place == .create && records.context.author.may(action.right) {
            records.action(
                action.title,
                records.here(without: "act", "row", and: [("act", action.name)]),
                icon: "plus",
                isPrimary: action.isPrimary,
                key: action.name == first?.name ? "c" : ""
            )
        }
        for link in resource.links where records.context.author.may(link.right) {
            records.action(
                link.title,
                link.path,
                icon: link.icon,
                isPrimary: link.isPrimary,
                isFile: link.isFile
            )
        }
    }

    func acts(_ row: ResourceRow, _ records: Records, _ cell: ResourceCell) -> JSON {
        acts(row, records.context, cell, to: records.here(without: "act", "row"))
    }

    /// The buttons of a row, which return to this URL.
    func acts(_ row: ResourceRow, _ context: ConsoleContext, _ cell: ResourceCell, to back: String) -> JSON {
        let offered = resource.actions.filter {
            $0.place != .create && context.author.may($0.right) && $0.isOffered(row)
        }
        return RecordCell.acts(
            offered.map { action in
                let separator = back.contains("?") ? "&" : "?"
                let dialog = "\(back)\(separator)act=\(action.name)&row=\(row.id.percentEncoded)"
                return RecordCell.act(
                    action.title,
                    of: title(row, cell) ?? resource.one[cell.language],
                    to: action.hasDialog ? dialog : "",
                    post: action.hasDialog ? "" : address(action, row.id),
                    back: back,
                    isPrimary: action.isPrimary,
                    cell.language
                )
            }
        )
    }

    /// The title of a row, or its person; nil if it has neither.
    func title(_ row: ResourceRow, _ cell: ResourceCell) -> String? {
        let cells = zip(resource.columns, row.values)
        let named = cells.first { $0.0.place == .main } ?? cells.first { $0.0.isPerson }
        return named.map { cell.words($0.1, $0.0) }
    }

    /// The path to which the form of an action is submitted.
    private func address(_ action: ResourceAction, _ id: String) -> String {
        let row = action.place == .create ? "" : "/\(id.percentEncoded)"
        return "\(resource.path)\(row)/\(action.name)"
    }

    /// The dialog of the action that the URL names; nil if there is none.
    func dialog(
        _ request: Request,
        _ context: ConsoleContext,
        _ cell: ResourceCell,
        back: String,
        _ attempt: Attempt?
    ) async throws -> JSON? {
        let asked = request.asked
        guard let name = asked["act"], let action = resource.actions.first(where: { $0.name == name }),
            action.hasDialog, context.author.may(action.right)
        else { return nil }
        var row: ResourceRow?
        if action.place != .create {
            guard let id = asked["row"] else { return nil }
            let found = try await reader(context).row(id, console.services, context.staff)
            guard action.isOffered(found) || attempt != nil else { return nil }
            row = found
        }
        var panel: JSON?
        if let row { panel = try await action.panel?.context(row, console.services, context.staff) }
        let dialog = ResourceDialog(resource: resource, action: action, row: row, cell: cell, panel: panel)
        return dialog.json(
            to: address(action, row?.id ?? ""),
            back: back,
            about: row.flatMap { title($0, cell) } ?? "",
            attempt
        )
    }

    func perform(
        _ action: ResourceAction,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        var back = form.back(resource.path)
        // The page of a removed row no longer exists.
        if action.place == .remove, back.hasPrefix("\(resource.path)/") { back = resource.path }
        let id = action.place == .create ? "" : try context.id
        do {
            let outcome = try await resource.perform(
                action,
                on: id,
                ResourceDialog.body(form, action, console.time(context)),
                note: form["note"].flatMap { $0.isEmpty ? nil : $0 },
                console.services,
                context.staff
            )
            guard let secret = outcome.secret else {
                return try await console.done(
                    outcome.done,
                    undo: try await undo(outcome, of: id, context),
                    to: back,
                    context
                )
            }
            let note = (title: outcome.done[context.language], text: secret.text)
            return try await list(request.at(back), context, secret: note)
        } catch let problem as Problem
            where action.hasDialog && (problem.kind == .invalid || problem.kind == .conflict)
        {
            let separator = back.contains("?") ? "&" : "?"
            let row = id.isEmpty ? "" : "&row=\(id.percentEncoded)"
            let again = request.at("\(back)\(separator)act=\(action.name)\(row)")
            return try await list(again, context, attempt: Attempt(form: form, problem: problem))
        }
    }

    private func undo(
        _ outcome: ResourceOutcome,
        of id: String,
        _ context: ConsoleContext
    ) async throws -> [FlashMessage.Call] {
        guard let undo = outcome.undo,
            let action = resource.actions.first(where: { $0.name == undo.action })
        else { return [] }
        let row = FlashMessage.Row(outcome.id ?? id, of: resource.listName)
        let body: JSON? = action.inputs.isEmpty ? .none : undo.body
        var call = FlashMessage.Call(.action(action.name, row), body)
        if action.place != .create {
            let names = (body?.object ?? [:]).keys
            let members = try await console.operations(context).members(names, of: .row(row))
            call.expected = FlashMessage.Expected(.row(row), members)
        }
        return [call]
    }
}

extension Request {
    /// The same request for another path, to show a page after a form was submitted.
    package func at(_ path: String) -> Request {
        var head = head
        head.path = path
        return Request(head: head, body: RequestBody(buffer: .init()))
    }
}
