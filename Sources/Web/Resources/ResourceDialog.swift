import Core
import Storage

/// The dialog of an action: a question, or a form made from the declared inputs.
struct ResourceDialog {
    let resource: Resource
    let action: ResourceAction
    /// The row of the action; nil for a new one.
    let row: ResourceRow?
    let cell: ResourceCell
    /// The panel of the action, filled in; nil if it has none.
    let panel: JSON?

    private var language: Language { cell.language }

    /// The context of the template `action-dialog`.
    func json(to address: String, back: String, about: String, _ attempt: ResourcePages.Attempt?) -> JSON {
        let faults = attempt?.problem.faults ?? []
        let shown = action.inputs.filter(\.isShown)
        // Faults that belong to no field are shown above the fields.
        let others = faults.filter { fault in !shown.contains { fault.pointer == $0.pointer } }
        let general = attempt.map { attempt in
            attempt.problem.faults.isEmpty ? [attempt.problem.detail] : others.map(\.detail)
        }
        let title =
            row == nil ? action.title[language] : "\(resource.one[language]): \(lowered(action.title))"
        return [
            "action": .string(address), "back": .string(back), "title": .string(title),
            "about": .string(about),
            "text": .string(action.question?[language] ?? ""), "verb": .string(action.title[language]),
            "panel": panel ?? .null, "panel_template": .string(action.panel?.template ?? ""),
            "faults": .array((general ?? []).map { .string($0[language]) }),
            "inputs": .array(
                shown.enumerated().map { index, input in
                    let fault = faults.first { $0.pointer == input.pointer }?.detail[language]
                    return control(input, attempt?.form, fault, isFirst: index == 0)
                }
            ),
            "has_note": .bool(action.hasNote), "note_first": .bool(shown.isEmpty),
            "note": .string(attempt?.form["note"] ?? ""),
            "is_removal": .bool(action.place == .remove),
        ]
    }

    private func lowered(_ title: Localized) -> String {
        title[language].prefix(1).lowercased() + title[language].dropFirst()
    }

    private func control(_ input: ResourceInput, _ form: Form?, _ fault: String?, isFirst: Bool) -> JSON {
        let value = current(input, form)
        var control: [String: JSON] = [
            "id": .string("in-\(input.name)"), "name": .string(input.name),
            "title": .string(input.title[language]),
            "hint": .string(input.hint?[language] ?? ""), "fault": .string(fault ?? ""),
            "is_optional": .bool(!input.isRequired), "is_first": .bool(isFirst),
            "value": .string(text(value, input)), "line": "", "lengthMax": "", "area": false, "choice": nil,
            "choices": nil, "tick": false, "is_on": .bool(value == true),
            "editor": .string(input.editor ?? ""),
        ]
        switch input.kind {
        case .text(let lengthMax):
            control["line"] = "text"
            control["lengthMax"] = .string(String(lengthMax))
        case .row: control["line"] = "text"
        case .number: control["line"] = "number"
        case .moment: control["line"] = "datetime-local"
        case .password: control["line"] = "password"
        case .paragraph, .texts: control["area"] = true
        case .choice(let choices): control["choice"] = ["options": options(choices, [value])]
        case .choices(let choices): control["choices"] = ["options": options(choices, value.array ?? [])]
        case .bool: control["tick"] = true
        }
        return .object(control)
    }

    private func options(_ choices: [ResourceChoice], _ chosen: [JSON]) -> JSON {
        .array(
            choices.map { choice in
                [
                    "value": .string(choice.value), "title": .string(choice.title[language]),
                    "is_chosen": .bool(chosen.contains(.string(choice.value))),
                ]
            }
        )
    }

    /// The submitted value, else the value of the row, else the initial one.
    private func current(_ input: ResourceInput, _ form: Form?) -> JSON {
        if let form { return Self.value(input, form) }
        guard let row else { return input.initial }
        let index = resource.columns.firstIndex { $0.name == input.name }
        return index.map { row.values[$0] } ?? input.initial
    }

    private func text(_ value: JSON, _ input: ResourceInput) -> String {
        switch input.kind {
        case .password: ""
        case .moment: value.string.flatMap { Timestamp($0) }.map(cell.time.field) ?? value.string ?? ""
        case .texts: value.strings.joined(separator: "\n")
        case .text, .paragraph, .choice, .choices, .bool, .number, .row:
            value.string ?? value.integer.map { String($0) } ?? ""
        }
    }

    // MARK: Submitted forms

    /// The body of the action from a submitted form.
    static func body(_ form: Form, _ action: ResourceAction, _ time: HumanTime) -> [String: JSON] {
        var body: [String: JSON] = [:]
        for input in action.inputs where input.isShown {
            var value = value(input, form)
            if case .moment = input.kind { value = moment(value, time) }
            // An empty field clears a value of a row, and is left out for a new one.
            if value == .null, action.place != .change || input.kind.isPassword { continue }
            body[input.name] = value
        }
        return Dictionary(nesting: body.map { ($0.key, $0.value) })
    }

    private static func moment(_ value: JSON, _ time: HumanTime) -> JSON {
        guard let text = value.string else { return .null }
        return .string(time.moment(ofField: text)?.description ?? text)
    }

    private static func value(_ input: ResourceInput, _ form: Form) -> JSON {
        let text = form[input.name].flatMap { $0.isEmpty ? nil : $0 }
        return switch input.kind {
        case .bool: .bool(text == "true")
        case .choices: .array(form.all(input.name).filter { !$0.isEmpty }.map { .string($0) })
        case .texts: .array((text ?? "").split(whereSeparator: \.isNewline).map { .string(String($0)) })
        case .number: text.map { text in Int64(text).map { .integer($0) } ?? .string(text) } ?? .null
        case .text, .paragraph, .password, .choice, .moment, .row: JSON(text)
        }
    }
}

extension ResourceInput.Kind {
    fileprivate var isPassword: Bool { if case .password = self { true } else { false } }
}
