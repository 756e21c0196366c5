import Core
import Hummingbird

extension FormPages {
    /// Shows the submitted form with one row more, fewer, or elsewhere; nothing is saved.
    func showRows(
        _ act: FormRowAct,
        _ form: Form,
        _ id: String?,
        _ context: ConsoleContext
    ) async throws -> Response {
        let content: Content? = if let id { try await self.content(id, context) } else { nil }
        let base =
            content.map { self.texts(of: $0, context) }
            ?? FormTexts(type.initialBody, of: type, console.time(context))
        var texts = base.filled(in: form, of: type)
        for field in type.fields where !field.columns.isEmpty && form.contains(field.name) {
            let rows = form.rows(of: field)
            texts[field.name] = (field == act.field ? act.changed(rows) : rows).map(\.text)
        }
        var stand = FormStand(content: content, texts: texts)
        stand.version = form["_version"].flatMap { Int64($0) }
        return try await show(stand, context)
    }

    /// The rows of a table with ids in place of the slugs that somebody has typed.
    func resolved(_ field: Field, in form: Form, _ contents: ContentStore) async throws -> [FormRow] {
        var rows = form.rows(of: field).filter { $0 != .empty }
        for column in field.columns {
            guard let type = column.target.flatMap({ console.type(named: $0) }) else { continue }
            for (index, row) in rows.enumerated() {
                guard let name = row.cells[column.name], Identifier.normalized(name) == nil else { continue }
                guard let found = try? await contents.content(name, of: type) else {
                    let pointer = "#/\(field.name)/\(index)/\(column.name)"
                    throw Problem.invalid([Fault(pointer, "такой записи нет", "is not there")])
                }
                rows[index].cells[column.name] = found.id
            }
        }
        return rows
    }
}
