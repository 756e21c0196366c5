import Core

/// Flags that need others to have any value but their default (R99).
struct FlagPrerequisites {
    /// Each after those that it needs; who is in a circle, or needs one who is, is not among them.
    let order: [String]
    /// The keys of one circle, in the order in which each needs the next; nil where there is none.
    let circle: [String]?

    init(_ notes: [String: FlagMetadata]) {
        let needs = notes.compactMapValues { $0.requires.isEmpty ? nil : $0.requires.keys.sorted() }
        // It takes away who needs nobody that is left, again and again: no recursion, however long a chain is.
        var left = needs.mapValues { keys in keys.count { needs[$0] != nil } }
        var dependents: [String: [String]] = [:]
        for (key, others) in needs { for other in others { dependents[other, default: []].append(key) } }
        var ready = left.filter { $0.value == 0 }.keys.sorted()
        var order: [String] = []
        while let key = ready.popLast() {
            order.append(key)
            left[key] = nil
            for dependent in dependents[key] ?? [] {
                left[dependent]? -= 1
                if left[dependent] == 0 { ready.append(dependent) }
            }
        }
        self.order = order
        circle = Self.circle(among: needs.filter { left[$0.key] != nil })
    }

    /// Each remaining flag needs another remaining one, so one of them comes twice on the way.
    private static func circle(among needs: [String: [String]]) -> [String]? {
        guard var key = needs.keys.min() else { return nil }
        var path: [String] = []
        var places: [String: Int] = [:]
        while places[key] == nil {
            places[key] = path.count
            path.append(key)
            guard let next = needs[key]?.first(where: { needs[$0] != nil }) else { return nil }
            key = next
        }
        return places[key].map { Array(path[$0...]) }
    }
}

extension AnnotatedTemplate {
    /// Flags that need what is not there, or each other in a circle (R99).
    func prerequisiteFaults(isForServer: Bool) -> [FlagFault] {
        var faults: [FlagFault] = []
        for (key, note) in notes.parameters.sorted(by: { $0.key < $1.key })
        where template.parameters[key] != nil {
            for (other, value) in note.requires.sorted(by: { $0.key < $1.key }) {
                let refusal = isForServer ? Self.evaluatedElsewhere : refusal(of: value, for: other)
                if let refusal {
                    faults.append(FlagFault(.prerequisite, template.pointer(to: key), refusal))
                }
            }
        }
        if let circle = FlagPrerequisites(notes.parameters).circle {
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

    /// Servers are given the whole template and find out its values by themselves.
    private static let evaluatedElsewhere = Localized(
        "на сервере не может зависеть от других",
        "cannot depend on others on a server"
    )

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
}
