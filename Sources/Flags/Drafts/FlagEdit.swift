import Core

/// One change of a draft; there are no others.
package enum FlagEdit: Sendable, Hashable {
    /// The default (`under` nil) or the value under a condition; nil removes it.
    case setValue(FlagValue?, of: String, under: String?)
    /// One text for each language, under conditions that the draft maintains; the first is the default.
    case setTexts([String: String], of: String)
    case setType(FlagParameter.ValueType, of: String)
    case setNote(FlagMetadata, of: String)
    case setDescription(String?, of: String)
    /// A missing group is created; nil removes the parameter from its group.
    case setGroup(String?, of: String)
    case addParameter(String, FlagParameter, FlagMetadata)
    case renameParameter(String, to: String)
    case removeParameter(String)
    /// Resets a parameter to its published state; one that is not published is removed.
    case resetParameter(String)
    /// At an index from 0, the highest priority first; nil adds it last.
    case addCondition(FlagCondition, FlagConditionNote, at: Int?)
    /// A new name is applied to every value under the condition.
    case editCondition(String, FlagCondition, FlagConditionNote)
    case moveCondition(String, to: Int)
    /// Removes a condition with every value under it.
    case removeCondition(String)
    case resetCondition(String)
    case setGroupDescription(String, String?)
    /// Removes a group; its parameters stay, outside of it.
    case removeGroup(String)
    case replace(AnnotatedTemplate)

    /// The subjects in the audit: `parameter/key`, `condition/name`, `group/name`, or `all`.
    var subjects: [String] {
        switch self {
        case .setValue(_, let key, _), .setTexts(_, let key), .setType(_, let key), .setNote(_, let key),
            .setDescription(_, let key), .setGroup(_, let key), .addParameter(let key, _, _),
            .removeParameter(let key), .resetParameter(let key):
            ["parameter/\(key)"]
        case .renameParameter(let key, let new): ["parameter/\(key)", "parameter/\(new)"]
        case .addCondition(let condition, _, _): ["condition/\(condition.name)"]
        case .editCondition(let name, let condition, _):
            Array(Set(["condition/\(name)", "condition/\(condition.name)"]))
        case .moveCondition(let name, _), .removeCondition(let name), .resetCondition(let name):
            ["condition/\(name)"]
        case .setGroupDescription(let name, _), .removeGroup(let name): ["group/\(name)"]
        case .replace: ["all"]
        }
    }
}

extension AnnotatedTemplate {
    /// Throws if the subject to change does not exist, or the one to add does.
    package mutating func apply(_ edit: FlagEdit, live: AnnotatedTemplate) throws(Problem) {
        switch edit {
        case .setValue(let value, let key, let condition):
            try change(key) { parameter throws(Problem) in
                if let condition { parameter.conditional[condition] = value } else { parameter.value = value }
            }
            if let condition { try requireCondition(condition) }
        case .setTexts(let texts, let key): try setTexts(texts, of: key)
        case .setType(let type, let key):
            try change(key) { parameter throws(Problem) in parameter.type = type }
        case .setNote(let note, let key):
            try change(key) { _ throws(Problem) in }
            notes.parameters[key] = note
        case .setDescription(let text, let key):
            try change(key) { parameter throws(Problem) in parameter.description = text }
        case .setGroup(let name, let key):
            try change(key) { parameter throws(Problem) in parameter.group = name }
            if let name, template.groups[name] == nil { template.groups[name] = FlagGroup() }
        case .addParameter(let key, let parameter, let note): try add(key, parameter, note)
        case .renameParameter(let key, let new): try rename(key, to: new)
        case .removeParameter(let key):
            try change(key) { _ throws(Problem) in }
            template.parameters[key] = nil
            notes.parameters[key] = nil
            dropLanguageConditions()
        case .resetParameter(let key): reset(parameter: key, live: live)
        case .addCondition(let condition, let note, let index): try add(condition, note, at: index)
        case .editCondition(let name, let condition, let note): try self.edit(name, condition, note)
        case .moveCondition(let name, let index):
            let condition = template.conditions.remove(at: try self.index(of: name))
            template.conditions.insert(condition, at: min(max(index, 0), template.conditions.count))
        case .removeCondition(let name): try remove(condition: name)
        case .resetCondition(let name): reset(condition: name, live: live)
        case .setGroupDescription(let name, let text):
            guard template.groups[name] != nil else { throw .noFlagGroup }
            template.groups[name]?.description = text
        case .removeGroup(let name):
            guard template.groups.removeValue(forKey: name) != nil else { throw .noFlagGroup }
            for (key, parameter) in template.parameters where parameter.group == name {
                template.parameters[key]?.group = nil
            }
        case .replace(let sheet): self = sheet
        }
        self = tidied
    }
}
