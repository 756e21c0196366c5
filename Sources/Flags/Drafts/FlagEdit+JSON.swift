import Core

/// The JSON of edits: `{"op": "set_value", "key": "a", "condition": "ios", "value": "1"}`.
extension FlagEdit {
    /// The names of the operations, in the order of declaration.
    package static let operations = [
        "set_value", "set_texts", "set_type", "set_note", "set_description", "set_group", "add_parameter",
        "rename_parameter", "remove_parameter", "reset_parameter", "add_condition", "edit_condition",
        "move_condition", "remove_condition", "reset_condition", "set_group_description", "remove_group",
        "replace",
    ]

    /// Parses a list of edits; a fault contains the index of its edit.
    package static func parsing(_ json: JSON) throws(Problem) -> [FlagEdit] {
        guard let elements = json.array, elements.count <= Limits.flagEditsMax else {
            let max = Limits.flagEditsMax
            throw .invalid([
                Fault("#/edits", "должны быть списком до \(max)", "must be an array of up to \(max)")
            ])
        }
        var edits: [FlagEdit] = []
        for (index, element) in elements.enumerated() {
            edits.append(try FlagEdit(json: element, at: "#/edits/\(index)"))
        }
        return edits
    }

    package init(json: JSON, at pointer: String = "#") throws(Problem) {
        let reader = FlagEditReader(json: json, pointer: pointer)
        switch try reader.text("op") {
        case "set_value":
            self = .setValue(
                try reader.value(),
                of: try reader.key(),
                under: try reader.optionalText("condition")
            )
        case "set_texts": self = .setTexts(try reader.texts(), of: try reader.key())
        case "set_type": self = .setType(try reader.type(), of: try reader.key())
        case "set_note":
            self = .setNote(
                try FlagMetadata(json: reader["note"], at: "\(pointer)/note"),
                of: try reader.key()
            )
        case "set_description":
            self = .setDescription(try reader.optionalText("description"), of: try reader.key())
        case "set_group": self = .setGroup(try reader.optionalText("group"), of: try reader.key())
        case "add_parameter":
            let note = try FlagMetadata(json: reader["note"], at: "\(pointer)/note")
            self = .addParameter(try reader.key(), try reader.parameter(), note)
        case "rename_parameter": self = .renameParameter(try reader.key(), to: try reader.text("to"))
        case "remove_parameter": self = .removeParameter(try reader.key())
        case "reset_parameter": self = .resetParameter(try reader.key())
        case "add_condition":
            self = .addCondition(
                try reader.condition(),
                try reader.conditionNote(),
                at: try reader.optionalNumber("at")
            )
        case "edit_condition":
            self = .editCondition(try reader.text("name"), try reader.condition(), try reader.conditionNote())
        case "move_condition":
            self = .moveCondition(try reader.text("name"), to: try reader.optionalNumber("to") ?? 0)
        case "remove_condition": self = .removeCondition(try reader.text("name"))
        case "reset_condition": self = .resetCondition(try reader.text("name"))
        case "set_group_description":
            self = .setGroupDescription(try reader.text("group"), try reader.optionalText("description"))
        case "remove_group": self = .removeGroup(try reader.text("group"))
        case "replace": self = .replace(try reader.sheet())
        case _:
            let list = Self.operations.joined(separator: ", ")
            throw reader.fault("op", "должно быть одним из: \(list)", "must be one of \(list)")
        }
    }
}

private struct FlagEditReader {
    let json: JSON
    let pointer: String

    /// Null if it is missing.
    subscript(name: String) -> JSON { json[name] ?? .null }

    func fault(_ name: String, _ ru: String, _ en: String) -> Problem {
        .invalid([Fault("\(pointer)/\(name)", ru, en)])
    }

    func text(_ name: String) throws(Problem) -> String {
        guard let text = self[name].string else {
            throw fault(name, "должно быть строкой", "must be a string")
        }
        return text
    }

    func optionalText(_ name: String) throws(Problem) -> String? {
        self[name] == .null ? nil : try text(name)
    }

    func optionalNumber(_ name: String) throws(Problem) -> Int? {
        guard self[name] != .null else { return nil }
        guard let number = self[name].integer.flatMap(Int.init(exactly:)) else {
            throw fault(name, "должно быть целым числом", "must be a whole number")
        }
        return number
    }

    func key() throws(Problem) -> String { try text("key") }

    func type() throws(Problem) -> FlagParameter.ValueType {
        guard let type = FlagParameter.ValueType(rawValue: try text("type")) else {
            let list = FlagParameter.ValueType.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("type", "должно быть одним из: \(list)", "must be one of \(list)")
        }
        return type
    }

    /// A text, or a value as in Firebase's API; null removes the value.
    func value() throws(Problem) -> FlagValue? {
        if self["value"] == .null { return nil }
        if let text = self["value"].string { return FlagValue(text) }
        do throws(FlagFault) {
            return try FlagValue(json: self["value"], at: "\(pointer)/value")
        } catch {
            throw .invalid([error.fault])
        }
    }

    func texts() throws(Problem) -> [String: String] {
        let texts = self["texts"].object?.compactMapValues(\.string) ?? [:]
        guard let object = self["texts"].object, object.count == texts.count else {
            throw fault("texts", "должны быть строками по языкам", "must be strings by language")
        }
        return texts
    }

    func parameter() throws(Problem) -> FlagParameter {
        try requireObject("parameter")
        let key = try key()
        var parameter = try template(["parameters": .object([key: self["parameter"]])]).parameters[key]
        parameter?.group = try optionalText("group")
        return parameter ?? FlagParameter(nil)
    }

    /// Throws if the expression cannot be parsed: OR and NOT are for trees, which the console makes plain (R105).
    func condition() throws(Problem) -> FlagCondition {
        try requireObject("condition")
        guard let condition = try template(["conditions": [self["condition"]]]).conditions.first else {
            throw fault("condition", "нужно", "is missing")
        }
        do throws(ConditionFault) {
            _ = try ConditionExpression(parsing: condition.expression)
        } catch {
            throw .invalid([Fault("\(pointer)/condition/expression", error.detail)])
        }
        return condition
    }

    func conditionNote() throws(Problem) -> FlagConditionNote {
        try FlagConditionNote(json: self["note"], at: "\(pointer)/note")
    }

    func sheet() throws(Problem) -> AnnotatedTemplate {
        AnnotatedTemplate(try template(self["template"]), notes: try TemplateMetadata(json: self["notes"]))
    }

    private func requireObject(_ name: String) throws(Problem) {
        guard self[name].object != nil else { throw fault(name, "должно быть объектом", "must be an object") }
    }

    private func template(_ json: JSON) throws(Problem) -> FlagTemplate {
        do throws(FlagFaults) {
            return try FlagTemplate.parsing(json)
        } catch {
            throw error.problem
        }
    }
}
