/// A template with what staff know of it; what is edited, compared and published.
package struct FlagSheet: Sendable, Hashable {
    package var template: FlagTemplate
    package var notes: FlagNotes

    package init(_ template: FlagTemplate = FlagTemplate(), notes: FlagNotes = FlagNotes()) {
        (self.template, self.notes) = (template, notes)
    }

    /// Without notes of what is not there.
    package var tidied: FlagSheet {
        var sheet = self
        let names = Set(template.conditions.map(\.name))
        sheet.notes.parameters = notes.parameters.filter { template.parameters[$0.key] != nil }
        sheet.notes.conditions = notes.conditions.filter { names.contains($0.key) }
        return sheet
    }

    /// Everything that keeps it from being published; `rollouts` are those of Google's that it may name.
    package func faults(isForServer: Bool = false, rollouts: Set<String> = []) -> [FlagFault] {
        FlagCheck.faults(
            of: template,
            notes: notes.parameters,
            isForServer: isForServer,
            rollouts: rollouts
        ) + prerequisiteFaults
    }

    /// What apps are given: a flag that is switched off is whatever they have built in.
    package var served: FlagTemplate {
        var served = template
        for (key, note) in notes.parameters where note.isOff {
            served.parameters[key]?.value = .inAppDefault
            served.parameters[key]?.conditional = [:]
        }
        return served
    }
}

// MARK: Prerequisites

extension FlagSheet {
    /// Flags that need what is not there, or each other in a circle (R99).
    private var prerequisiteFaults: [FlagFault] {
        var faults: [FlagFault] = []
        for (key, note) in notes.parameters.sorted(by: { $0.key < $1.key })
        where template.parameters[key] != nil {
            for (other, value) in note.requires.sorted(by: { $0.key < $1.key }) {
                if let refusal = refusal(of: value, for: other) {
                    faults.append(FlagFault(.prerequisite, template.pointer(to: key), refusal))
                }
            }
        }
        if let circle = prerequisiteCircle {
            let names = (circle + circle.prefix(1)).joined(separator: " → ")
            faults.append(
                FlagFault(
                    .prerequisite,
                    template.pointer(to: circle.first ?? ""),
                    Localized("зависит сам от себя: \(names)", "depends on itself: \(names)")
                )
            )
        }
        return faults
    }

    private func refusal(of value: String, for key: String) -> Localized? {
        guard let parameter = template.parameters[key] else {
            return Localized(
                "зависит от параметра, которого нет: \(key)",
                "depends on a parameter that does not exist: \(key)"
            )
        }
        guard parameter.type.refusal(of: value) ?? notes.parameters[key]?.refusal(of: value) != nil else {
            return nil
        }
        return Localized(
            "зависит от значения, которого у «\(key)» не бывает: \(value)",
            "depends on a value that \(key) cannot have: \(value)"
        )
    }

    /// The keys of one circle in the order in which each needs the next; nil where there is none.
    ///
    /// It walks without recursion, as a chain may be as long as there are parameters.
    private var prerequisiteCircle: [String]? {
        var done: Set<String> = []
        for start in notes.parameters.keys.sorted() where !done.contains(start) {
            var path = [start]
            var isOnPath: Set = [start]
            var waiting = [needs(of: start)]
            while let last = waiting.indices.last {
                guard let next = waiting[last].popLast() else {
                    waiting.removeLast()
                    if let ended = path.popLast() {
                        isOnPath.remove(ended)
                        done.insert(ended)
                    }
                    continue
                }
                if isOnPath.contains(next) {
                    return path.firstIndex(of: next).map { Array(path[$0...]) }
                }
                guard !done.contains(next) else { continue }
                path.append(next)
                isOnPath.insert(next)
                waiting.append(needs(of: next))
            }
        }
        return nil
    }

    private func needs(of key: String) -> [String] {
        notes.parameters[key]?.requires.keys.sorted() ?? []
    }
}
