import Core

/// The published template with some of a draft's changes and without the others.
struct FlagPart {
    let live: AnnotatedTemplate
    let draft: AnnotatedTemplate
    let chosen: [FlagChange]

    private func names(_ subject: FlagChange.Subject) -> Set<String> {
        Set(chosen.filter { $0.subject == subject }.map(\.name))
    }

    /// A condition that a chosen parameter needs is included if `mayTake` allows it.
    func sheet(taking mayTake: (_ condition: String) -> Bool) throws(Problem) -> AnnotatedTemplate {
        var sheet = live
        let (parameters, groups) = (names(.parameter), names(.group))
        let conditions = try conditions(of: parameters, mayTake)
        for key in parameters {
            sheet.template.parameters[key] = draft.template.parameters[key]
            sheet.notes.parameters[key] = draft.notes.parameters[key]
        }
        try take(conditions, parameters, into: &sheet)
        if chosen.contains(where: { $0.subject == .order }) { order(&sheet) }
        for name in groups {
            let isUsed = sheet.template.parameters.values.contains { $0.group == name }
            guard draft.template.groups[name] != nil || !isUsed else { continue }
            sheet.template.groups[name] = draft.template.groups[name]
        }
        for name in sheet.template.parameters.values.compactMap(\.group)
        where sheet.template.groups[name] == nil {
            sheet.template.groups[name] = draft.template.groups[name] ?? FlagGroup()
        }
        return sheet.tidied
    }

    /// The chosen conditions with the parts of their OR, and those that chosen parameters need.
    private func conditions(
        of parameters: Set<String>,
        _ mayTake: (String) -> Bool
    ) throws(Problem) -> Set<String> {
        var conditions = names(.condition)
        for notes in [live.notes.conditions, draft.notes.conditions] {
            for (name, note) in notes {
                if let whole = note.partOf, conditions.contains(whole) { conditions.insert(name) }
            }
        }
        let known = Set(live.template.conditions.map(\.name)).union(conditions)
        for key in parameters.sorted() {
            for name in (draft.template.parameters[key]?.conditional.keys.sorted() ?? [])
            where !known.contains(name) {
                guard mayTake(name) else { throw .needsCondition(name, of: key) }
                conditions.insert(name)
            }
        }
        return conditions
    }

    private func take(
        _ conditions: Set<String>,
        _ parameters: Set<String>,
        into sheet: inout AnnotatedTemplate
    ) throws(Problem) {
        let order = draft.template.conditions.map(\.name)
        for condition in draft.template.conditions where conditions.contains(condition.name) {
            sheet.notes.conditions[condition.name] = draft.notes.conditions[condition.name]
            if let index = sheet.template.conditions.firstIndex(where: { $0.name == condition.name }) {
                sheet.template.conditions[index] = condition
            } else {
                sheet.insert(condition, asIn: order)
            }
        }
        for name in conditions.subtracting(order).sorted() {
            let users = sheet.template.parameters.filter { $0.value.conditional[name] != nil }.keys
            guard let other = users.sorted().first(where: { draft.template.parameters[$0] != nil }) else {
                sheet.drop(condition: name)
                continue
            }
            // Its value under the renamed condition would be lost meanwhile.
            throw .changesToo(other, name)
        }
    }

    /// Orders conditions as in the draft; one that is only published stays after its predecessors.
    private func order(_ sheet: inout AnnotatedTemplate) {
        let all = sheet.template.conditions
        let wanted = draft.template.conditions.map(\.name)
        let order = live.template.conditions.map(\.name)
        sheet.template.conditions = wanted.compactMap { name in all.first { $0.name == name } }
        for condition in all where !wanted.contains(condition.name) { sheet.insert(condition, asIn: order) }
    }
}

extension AnnotatedTemplate {
    /// Inserts a condition after the nearest of its predecessors in an order.
    fileprivate mutating func insert(_ condition: FlagCondition, asIn order: [String]) {
        let before = Set(order.prefix { $0 != condition.name })
        let index = template.conditions.lastIndex { before.contains($0.name) }.map { $0 + 1 } ?? 0
        template.conditions.insert(condition, at: index)
    }

    fileprivate mutating func drop(condition name: String) {
        template.conditions.removeAll { $0.name == name }
        for key in template.parameters.keys { template.parameters[key]?.conditional[name] = nil }
    }
}

extension Problem {
    fileprivate static func needsCondition(_ name: String, of key: String) -> Problem {
        Problem(
            .conflict,
            Localized(
                "Параметру «\(key)» нужно условие «\(name)», которое добавил кто-то другой: опубликуйте и его.",
                "The parameter \(key) needs the condition \(name) of somebody else: publish it too."
            )
        )
    }

    fileprivate static func changesToo(_ key: String, _ condition: String) -> Problem {
        Problem(
            .conflict,
            Localized(
                "Вместе с условием «\(condition)» меняется параметр «\(key)»: опубликуйте и его.",
                "The parameter \(key) changes with the condition \(condition): publish it too."
            )
        )
    }
}
