import Core
import Storage

/// The dialog that sets one field of many entries, or shifts a date by days, with a preview of the values.
struct BulkDialog: Sendable {
    enum Change: Sendable, Equatable {
        case value(JSON)
        case days(Int64)
    }

    let page: ListPage
    let form: Form
    let chosen: BulkChoice
    /// The days as typed, or as given by a button.
    var shift: String
    private var type: ContentType { page.type }

    init(page: ListPage, form: Form, chosen: BulkChoice) {
        (self.page, self.form, self.chosen) = (page, form, chosen)
        shift = form["shift"] ?? ""
    }

    func json(
        of name: String,
        _ change: Change?,
        isWrong: Bool,
        _ context: ConsoleContext
    ) async throws -> JSON {
        guard let (_, title) = page.settable.first(where: { $0.name == name }) else {
            throw Self.unknown
        }
        let field = type.field(name)
        let control = field.flatMap { ListCell.control(of: $0) } ?? "datetime-local"
        var options = field.map { ListFilters.values(of: $0, context.language) } ?? []
        if let field, control == "reference" {
            let picks = PickPages(console: page.console)
            options = try await picks.options(for: field, "", isFilter: false, context).map {
                ($0.id, $0.title)
            }
        }
        let value = form["value"] ?? ""
        let choices = options.map { option -> JSON in
            [
                "value": .string(option.value), "value_title": .string(option.title),
                "is_value": .bool(option.value == value),
            ]
        }
        let isList = control == "choice" || control == "bool" || control == "reference"
        let ids = chosen.isAll ? [] : chosen.ids.sorted()
        let shown = try await BulkPreview(dialog: self, name: name, change: change, context: context)
        let own: JSON = [
            "ask_title": .string(title[context.language]), "ask_do": .string("set:\(name)"),
            "ask_look": .string("look:\(name)"), "ask_ids": .array(ids.map { .string($0) }),
            "ask_all": .bool(chosen.isAll), "ask_options": .array(choices), "is_list": .bool(isList),
            "ask_type": .string(control), "ask_wrong": .bool(isWrong),
            "ask_value": .string(value), "ask_publishes": .bool(form["publish"] == "on"),
            "is_dated": .bool(type.datedNames.contains(name)), "ask_shift": .string(shift),
            "shift_max": .integer(Limits.shiftDaysMax),
            "zone": control == "datetime-local" ? .string(page.console.time(context).zoneName) : .null,
            "may_clear": .bool(field?.isOptional ?? false),
        ]
        return ["ask": own.merged(with: shown.json)]
    }

    /// The submitted change; nil if it is neither a value of the field nor a number of days.
    func change(of name: String, _ context: ConsoleContext) -> Change? {
        if !shift.isEmpty, type.datedNames.contains(name) {
            guard let days = Int64(shift.replacing("−", with: "-").replacing("+", with: "")),
                days != 0, -Limits.shiftDaysMax...Limits.shiftDaysMax ~= days
            else { return nil }
            return .days(days)
        }
        return value(of: name, context).map { .value($0) }
    }

    /// The value as JSON of the API.
    private func value(of name: String, _ context: ConsoleContext) -> JSON? {
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
