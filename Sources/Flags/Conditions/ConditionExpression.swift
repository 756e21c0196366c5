import Core

/// A parsed condition, which can be evaluated.
///
/// People and tools write one conjunction of clauses; only the parsed form (remote-config.md 4.2) has more.
package struct ConditionExpression: Sendable, Hashable {
    let node: ConditionNode

    package init(parsing text: String) throws(ConditionFault) {
        var statesLeft = Limits.flagExpressionStatesMax
        try self.init(parsing: text, statesLeft: &statesLeft)
    }

    /// Takes the states of its patterns from the room that several expressions share.
    init(parsing text: String, statesLeft: inout Int) throws(ConditionFault) {
        let room = min(statesLeft, Limits.flagExpressionStatesMax)
        var parser = ConditionParser(text, statesLeft: room)
        // The clauses before a fault have taken their room, too.
        defer { statesLeft -= room - parser.statesLeft }
        node = .all(try parser.parse().map { .clause($0) })
    }

    /// The states of all patterns.
    var states: Int { node.clauses.reduce(0) { $0 + $1.test.states } }

    init(_ node: ConditionNode) {
        self.node = node
    }

    /// The canonical form, which parses to the same expression.
    package var text: String { node.text }

    package func holds(in context: FlagContext) -> Bool {
        node.holds(in: FlagInputs(context))
    }

    /// The explanations of the clauses, in order of occurrence.
    package func clauses(in context: FlagContext) -> [ClauseExplanation] {
        let inputs = FlagInputs(context)
        return node.clauses.map { ClauseExplanation($0, inputs) }
    }

    package var usesPercent: Bool {
        node.clauses.contains { if case .percent = $0.test { true } else { false } }
    }

    /// True if a server template may contain it: percentages and custom signals only (R60).
    package var isForServer: Bool { node.clauses.allSatisfy(\.test.isForServer) }

    /// The constant result, if there is one; an expression that needs an input is never constantly true.
    package var isConstant: Bool? { node.isConstant }
}

/// Clauses and their connectives.
enum ConditionNode: Sendable, Hashable {
    /// True if empty.
    case all([ConditionNode])
    /// False if empty.
    case any([ConditionNode])
    case clause(ConditionClause)

    func holds(in inputs: FlagInputs) -> Bool {
        switch self {
        case .all(let nodes): nodes.allSatisfy { $0.holds(in: inputs) }
        case .any(let nodes): nodes.contains { $0.holds(in: inputs) }
        case .clause(let clause): clause.test.holds(in: inputs)
        }
    }

    /// The same, without a conjunction of a single node.
    var simplified: ConditionNode {
        if case .all(let nodes) = self, nodes.count == 1 { nodes[0].simplified } else { self }
    }

    var clauses: [ConditionClause] {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.flatMap(\.clauses)
        case .clause(let clause): [clause]
        }
    }

    fileprivate var text: String {
        switch self {
        case .all(let nodes):
            nodes.isEmpty
                ? "true" : nodes.map { $0.isAny ? "(\($0.text))" : $0.text }.joined(separator: " && ")
        case .any(let nodes): nodes.isEmpty ? "false" : nodes.map(\.text).joined(separator: " || ")
        case .clause(let clause): clause.text
        }
    }

    /// True if it needs parentheses within a conjunction.
    private var isAny: Bool {
        guard case .any(let nodes) = self else { return false }
        return nodes.count > 1
    }

    fileprivate var isConstant: Bool? {
        switch self {
        case .all(let nodes):
            let all = nodes.map(\.isConstant)
            if all.contains(false) || ConditionConflict.exists(among: tests(of: nodes)) { return false }
            return all.allSatisfy { $0 == true } ? true : nil
        case .any(let nodes):
            let all = nodes.map(\.isConstant)
            return all.contains(true) ? true : all.allSatisfy { $0 == false } ? false : nil
        case .clause(let clause): return clause.test.isConstant
        }
    }

    private func tests(of nodes: [ConditionNode]) -> [ConditionTest] {
        nodes.compactMap { if case .clause(let clause) = $0 { clause.test } else { nil } }
    }
}

/// One comparison, with its range in the source.
///
/// A reference, because every fetch goes through all of them, and a copy of the values would cost more than the test.
final class ConditionClause: Sendable {
    let test: ConditionTest
    /// In code points from 0.
    let range: Range<Int>

    init(_ test: ConditionTest, _ range: Range<Int> = 0..<0) {
        (self.test, self.range) = (test, range)
    }

    var text: String { test.text }
}

extension ConditionClause: Hashable {
    // The range does not matter for equality.
    static func == (left: ConditionClause, right: ConditionClause) -> Bool { left.test == right.test }

    func hash(into hasher: inout Hasher) {
        hasher.combine(test)
    }
}

extension ConditionTest {
    fileprivate var isForServer: Bool {
        switch self {
        case .constant, .percent, .unknown: true
        case .text(let input, _), .version(let input, _, _, _), .number(let input, _, _, _):
            if case .signal = input { true } else { false }
        case .keyword, .moment, .groups: false
        }
    }
}
