import Core
import HTTPTypes
import Hummingbird
import Storage

/// What staff do to one row of a list: buttons, the dialog, and carrying it out.
extension ResourcePages {
    func acts(_ row: ResourceRow, _ records: Records, _ cell: ResourceCell) -> JSON {
        let title = resource.columns.firstIndex { $0.place == .main }
            .map { cell.words(row.values[$0], resource.columns[$0]) }
        let offered = resource.actions.filter { records.context.author.may($0.right) && $0.isOffered(row) }
        return RecordCell.acts(
            offered.map { action in
                let isAsked = action.question != nil
                let dialog = records.here(
                    without: "act",
                    "row",
                    and: [("act", action.name), ("row", row.id)]
                )
                return RecordCell.act(
                    action.title,
                    of: title ?? resource.one[cell.language],
                    to: isAsked ? dialog : "",
                    post: isAsked ? "" : "\(resource.path)/\(row.id)/\(action.name)",
                    back: records.here(),
                    isPrimary: action.isPrimary,
                    cell.language
                )
            }
        )
    }

    /// Asks for the reason, and whether it is meant.
    func addDialog(to records: inout Records, _ staff: StaffContext) async throws {
        guard let name = records.value("act"), let id = records.value("row"),
            let action = resource.actions.first(where: { $0.name == name }), let question = action.question,
            staff.author.may(action.right)
        else { return }
        let row = try await reader(records.context).row(id, console.services, staff)
        guard action.isOffered(row) else { return }
        let (language, cell) = (
            records.language, ResourceCell(language: records.language, time: records.time)
        )
        let title = zip(resource.columns, row.values).first { $0.0.place == .main }.map {
            cell.words($0.1, $0.0)
        }
        records.more = [
            "ask": [
                "action": .string("\(resource.path)/\(row.id)/\(action.name)"),
                "back": .string(records.here(without: "act", "row")),
                "title": .string("\(resource.one[language]): \(action.title[language].lowercased())"),
                "about": .string(title ?? ""), "text": .string(question[language]),
                "verb": .string(action.title[language]),
            ]
        ]
    }

    func perform(
        _ action: ResourceAction,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        let note = form["note"].flatMap { $0.isEmpty ? nil : $0 }
        let done = try await resource.perform(
            action,
            on: try context.id,
            note: note,
            console.services,
            context.staff
        )
        return try await console.done(done, to: form.place(resource.path), context)
    }
}
