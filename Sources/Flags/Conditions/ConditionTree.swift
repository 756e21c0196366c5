import Core

/// A condition with OR and NOT, as the console edits it; `plain()` converts it for apps and tools (R105).
package indirect enum ConditionTree: Sendable, Hashable {
    case all([ConditionTree])
    case any([ConditionTree])
    case not(ConditionTree)
    /// A conjunction of clauses.
    case clause(ConditionExpression)

    /// Parses `{"any": […]}`, `{"all": […]}`, `{"not": …}` and expressions.
    package init(json: JSON) throws(ConditionFault) {
        var statesLeft = Limits.flagExpressionStatesMax
        try self.init(json, depth: 0, &statesLeft)
    }

    private init(_ json: JSON, depth: Int, _ statesLeft: inout Int) throws(ConditionFault) {
        guard depth < Limits.flagConditionDepthMax else {
            let max = Limits.flagConditionDepthMax
            throw ConditionFault(
                0..<0,
                "вложено глубже \(max) уровней",
                "it is nested deeper than \(max) levels"
            )
        }
        if let text = json.string {
            self = .clause(try ConditionExpression(parsing: text, statesLeft: &statesLeft))
            return
        }
        guard let members = json.object, members.count == 1, let (name, value) = members.first else {
            throw Self.form
        }
        switch (name, value) {
        case ("not", _): self = .not(try ConditionTree(value, depth: depth + 1, &statesLeft))
        case ("all", .array(let elements)): self = .all(try Self.trees(elements, depth + 1, &statesLeft))
        case ("any", .array(let elements)): self = .any(try Self.trees(elements, depth + 1, &statesLeft))
        case _: throw Self.form
        }
    }

    private static func trees(
        _ elements: [JSON],
        _ depth: Int,
        _ statesLeft: inout Int
    ) throws(ConditionFault) -> [ConditionTree] {
        guard 1...Limits.flagClausesMax ~= elements.count else {
            let max = Limits.flagClausesMax
            throw ConditionFault(0..<0, "в группе от 1 до \(max) условий", "a group has 1 to \(max) clauses")
        }
        var trees: [ConditionTree] = []
        for element in elements { trees.append(try ConditionTree(element, depth: depth, &statesLeft)) }
        return trees
    }

    private static let form = ConditionFault(
        0..<0,
        "группа — это all, any или not",
        "a group is all, any or not"
    )

    package var json: JSON {
        switch self {
        case .all(let trees): ["all": .array(trees.map(\.json))]
        case .any(let trees): ["any": .array(trees.map(\.json))]
        case .not(let tree): ["not": tree.json]
        case .clause(let expression): .string(expression.text)
        }
    }

    /// Expressions of which one holds exactly if the tree does; never empty.
    ///
    /// Several expressions need as many conditions, in sequence and with the same values. Throws if something has no
    /// negated form, or if there would be too many.
    package func plain() throws(ConditionFault) -> [ConditionExpression] {
        let alternatives = try alternatives(isNegated: false)
        return alternatives.map { ConditionExpression(.all($0.map { .clause(ConditionClause($0)) })) }
    }

    /// The tree in disjunctive normal form.
    private func alternatives(isNegated: Bool) throws(ConditionFault) -> [[ConditionTest]] {
        switch self {
        case .not(let tree): return try tree.alternatives(isNegated: !isNegated)
        case .all(let trees): return try Self.joined(trees, isNegated: isNegated, isAll: !isNegated)
        case .any(let trees): return try Self.joined(trees, isNegated: isNegated, isAll: isNegated)
        case .clause(let expression):
            let tests = expression.node.clauses.map(\.test)
            guard isNegated else { return [tests] }
            var alternatives: [[ConditionTest]] = []
            for test in tests { alternatives += try test.negated() }
            return try PlainAlternatives.merged(alternatives)
        }
    }

    private static func joined(
        _ trees: [ConditionTree],
        isNegated: Bool,
        isAll: Bool
    ) throws(ConditionFault) -> [[ConditionTest]] {
        var result: [[ConditionTest]] = isAll ? [[]] : []
        for tree in trees {
            let next = try tree.alternatives(isNegated: isNegated)
            guard isAll else {
                result = try PlainAlternatives.merged(result + next)
                continue
            }
            guard result.count * next.count <= Limits.flagAlternativesMax else {
                throw PlainAlternatives.tooMany
            }
            result = try PlainAlternatives.merged(result.flatMap { left in next.map { left + $0 } })
        }
        return result
    }
}
