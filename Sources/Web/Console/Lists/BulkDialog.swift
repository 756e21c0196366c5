import Core
import Storage

/// Asks for the value that many contents are to have in one field.
struct BulkDialog: Sendable {
    let page: ListPage
    let form: Form
    let chosen: BulkChoice
    private var type: ContentType { page.type }

    func json(of name: String, _ context: ConsoleContext, isWrong: Bool = false) async throws -> JSON {
        guard let (_, title) = ListBulk.settable(type).first(where: { $0.name == name }) else {
            throw Self.unknown
        }
        let field = type.field(name)
        let control = field.flatMap { ListCell.control(of: $0) } ?? "datetime-local"
        var options: [JSON] = field.map { ListFilters.values(of: $0, context.language) } ?? []
        if let field, control == "reference" {
            let picks = PickPages(console: page.console)
            options = try await picks.options(for: field, "", isFilter: false, page.console.api(context)).map
            {
                ["value": $0["option_id"] ?? "", "value_title": $0["option_title"] ?? ""]
            }
        }
        let isList = control == "choice" || control == "bool" || control == "reference"
        let ids = chosen.isAll ? [] : chosen.ids.sorted()
        return [
            "ask": [
                "ask_title": .string(title[context.language]), "ask_do": .string("set:\(name)"),
                "ask_ids": .array(ids.map { .string($0) }), "ask_all": .bool(chosen.isAll),
                "ask_options": .array(options), "is_list": .bool(isList),
                "ask_type": .string(control), "ask_wrong": .bool(isWrong),
                "ask_value": JSON(form["value"]),
                "zone": control == "datetime-local" ? .string(page.console.time(context).zoneName) : .null,
                "may_clear": .bool(field?.isOptional ?? false),
            ]
        ]
    }

    /// What was filled in, as the API has it; nil where it is no value of the field.
    func value(of name: String, _ context: ConsoleContext) -> JSON? {
        let text = form["value"] ?? ""
        guard let field = type.field(name) else {
            return page.console.time(context).moment(ofField: text).map { .string($0.description) }
        }
        if text.isEmpty { return field.isOptional ? .some(.null) : nil }
        switch ListCell.control(of: field) {
        case "bool": return .bool(text == "true")
        case "number": return Int64(text).map { .integer($0) }
        case "reference":
            guard let id = Identifier.normalized(text) else { return nil }
            if case .references = field.kind { return .array([.string(id)]) }
            return .string(id)
        case "choice", "date", "text": return .string(text)
        case _: return nil
        }
    }

    private static let unknown = Problem.notFound(Localized("Такого поля нет.", "There is no such field."))
}
