import Core

/// The prerequisites between flags: a flag has its default until they are met (R99).
struct FlagPrerequisites {
    /// Each flag after its prerequisites; without flags in a cycle and those that depend on one.
    let order: [String]
    /// The keys of one cycle, each followed by the one that it needs; nil if there is none.
    let circle: [String]?

    init(_ notes: [String: FlagMetadata]) {
        let needs = notes.compactMapValues { $0.requires.isEmpty ? nil : $0.requires.keys.sorted() }
        // Repeatedly removes flags without remaining prerequisites, without recursion, since chains may be long.
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

    /// Each remaining flag needs another remaining one, so a walk along them comes to one of them twice.
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
    /// Prerequisites that do not exist, or that form a cycle (R99).
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

    /// Servers receive the whole template and evaluate it by themselves.
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
