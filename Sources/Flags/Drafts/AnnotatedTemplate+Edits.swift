import Core

/// The implementation of each edit.
extension AnnotatedTemplate {
    // MARK: Parameters

    mutating func change(
        _ key: String,
        _ body: (inout FlagParameter) throws(Problem) -> Void
    ) throws(Problem) {
        guard var parameter = template.parameters[key] else { throw .noFlag(key) }
        try body(&parameter)
        template.parameters[key] = parameter
    }

    mutating func add(_ key: String, _ parameter: FlagParameter, _ note: FlagMetadata) throws(Problem) {
        try requireFree(key)
        for name in parameter.conditional.keys.sorted() { try requireCondition(name) }
        template.parameters[key] = parameter
        notes.parameters[key] = note
        if let group = parameter.group, template.groups[group] == nil { template.groups[group] = FlagGroup() }
    }

    mutating func rename(_ key: String, to new: String) throws(Problem) {
        guard let parameter = template.parameters[key] else { throw .noFlag(key) }
        guard key != new else { return }
        try requireFree(new)
        template.parameters[key] = nil
        template.parameters[new] = parameter
        notes.parameters[new] = notes.parameters.removeValue(forKey: key)
        for (other, note) in notes.parameters {
            if let value = note.requires[key] {
                notes.parameters[other]?.requires[key] = nil
                notes.parameters[other]?.requires[new] = value
            }
        }
    }

    mutating func reset(parameter key: String, live: AnnotatedTemplate) {
        template.parameters[key] = live.template.parameters[key]
        notes.parameters[key] = live.notes.parameters[key]
        guard let parameter = template.parameters[key] else { return dropLanguageConditions() }
        if let group = parameter.group, template.groups[group] == nil {
            template.groups[group] = live.template.groups[group]
        }
        for name in parameter.conditional.keys.sorted()
        where !template.conditions.contains(where: { $0.name == name }) {
            reset(condition: name, live: live)
        }
        dropLanguageConditions()
    }

    private func requireFree(_ key: String) throws(Problem) {
        guard FlagCheck.isKey(key) else {
            throw .invalid([Fault("#/key", FlagCheck.noKey)])
        }
        guard template.parameters[key] == nil, template.groups[key] == nil else {
            throw Problem(
                .conflict,
                Localized("Параметр «\(key)» уже есть.", "There is a parameter \(key) already.")
            )
        }
    }

    // MARK: Languages

    mutating func setTexts(_ texts: [String: String], of key: String) throws(Problem) {
        guard var parameter = template.parameters[key] else { throw .noFlag(key) }
        guard case .languages(let languages) = notes.parameters[key]?.kind, let standard = languages.first
        else {
            throw Problem(
                .conflict,
                Localized("У параметра «\(key)» нет языков.", "The parameter \(key) has no languages.")
            )
        }
        let unknown = texts.keys.filter { !languages.contains($0) }.sorted()
        guard unknown.isEmpty else {
            throw .invalid(
                unknown.map { Fault("#/texts/\($0)", "нет среди языков", "is not one of its languages") }
            )
        }
        if let text = texts[standard] { parameter.value = FlagValue(text) }
        for language in languages.dropFirst() {
            guard let text = texts[language] else { continue }
            let name = languageCondition(language)
            parameter.conditional[name] = FlagValue(text)
        }
        // Values in languages that were removed from the list are removed too.
        for (name, note) in notes.conditions {
            if let language = note.language, !languages.dropFirst().contains(language) {
                parameter.conditional[name] = nil
            }
        }
        template.parameters[key] = parameter
        dropLanguageConditions()
    }

    /// The condition of a language; a new one is added last, after those that people made.
    private mutating func languageCondition(_ language: String) -> String {
        let names = Set(template.conditions.map(\.name))
        if let name = notes.conditions.first(where: {
            $0.value.language == language && names.contains($0.key)
        })?.key {
            return name
        }
        var name = FlagLanguage.name(language)
        var number = 2
        while names.contains(name) {
            name = "\(FlagLanguage.name(language)) \(number)"
            number += 1
        }
        var note = FlagConditionNote()
        note.language = language
        template.conditions.append(
            FlagCondition(name: name, expression: FlagLanguage.expression(language))
        )
        notes.conditions[name] = note
        return name
    }

    /// Removes the conditions of languages that no longer have a text.
    mutating func dropLanguageConditions() {
        let used = Set(template.parameters.values.flatMap(\.conditional.keys))
        template.conditions.removeAll { condition in
            notes.conditions[condition.name]?.language != nil && !used.contains(condition.name)
        }
    }

    // MARK: Conditions

    func index(of name: String) throws(Problem) -> Int {
        guard let index = template.conditions.firstIndex(where: { $0.name == name }) else {
            throw .noFlagCondition(name)
        }
        return index
    }

    func requireCondition(_ name: String) throws(Problem) { _ = try index(of: name) }

    mutating func add(_ condition: FlagCondition, _ note: FlagConditionNote, at index: Int?) throws(Problem) {
        try requireFree(condition: condition.name)
        let last = template.conditions.count
        template.conditions.insert(condition, at: min(max(index ?? last, 0), last))
        notes.conditions[condition.name] = note
    }

    mutating func edit(
        _ name: String,
        _ condition: FlagCondition,
        _ note: FlagConditionNote
    ) throws(Problem) {
        let index = try index(of: name)
        if condition.name != name { try requireFree(condition: condition.name) }
        var condition = condition
        // Members that only other tools support are preserved.
        condition.rest = template.conditions[index].rest.merging(condition.rest) { _, new in new }
        template.conditions[index] = condition
        notes.conditions[name] = nil
        notes.conditions[condition.name] = note
        guard condition.name != name else { return }
        for key in template.parameters.keys {
            if let value = template.parameters[key]?.conditional.removeValue(forKey: name) {
                template.parameters[key]?.conditional[condition.name] = value
            }
        }
        for other in notes.conditions.keys where notes.conditions[other]?.partOf == name {
            notes.conditions[other]?.partOf = condition.name
        }
    }

    mutating func remove(condition name: String) throws(Problem) {
        template.conditions.remove(at: try index(of: name))
        for key in template.parameters.keys { template.parameters[key]?.conditional[name] = nil }
    }

    mutating func reset(condition name: String, live: AnnotatedTemplate) {
        template.conditions.removeAll { $0.name == name }
        notes.conditions[name] = live.notes.conditions[name]
        guard let index = live.template.conditions.firstIndex(where: { $0.name == name }) else {
            for key in template.parameters.keys { template.parameters[key]?.conditional[name] = nil }
            return
        }
        // It is inserted after the nearest of its former predecessors.
        let before = live.template.conditions[..<index].map(\.name)
        let place = template.conditions.lastIndex { before.contains($0.name) }.map { $0 + 1 } ?? 0
        template.conditions.insert(live.template.conditions[index], at: place)
    }

    private func requireFree(condition name: String) throws(Problem) {
        guard !template.conditions.contains(where: { $0.name == name }) else {
            throw Problem(
                .conflict,
                Localized("Условие «\(name)» уже есть.", "There is a condition \(name) already.")
            )
        }
    }
}

extension Problem {
    package static func noFlag(_ key: String) -> Problem {
        .notFound(Localized("Параметра «\(key)» нет.", "There is no parameter \(key)."))
    }

    package static func noFlagCondition(_ name: String) -> Problem {
        .notFound(Localized("Условия «\(name)» нет.", "There is no condition \(name)."))
    }

    static let noFlagGroup = Problem.notFound(
        Localized("Такой группы нет.", "There is no such group.")
    )
}
