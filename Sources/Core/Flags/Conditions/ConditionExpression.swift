/// One condition as it can be evaluated: alternatives, each of clauses that must all hold.
package struct ConditionExpression: Sendable, Hashable {
    package init(parsing text: String) throws(ConditionFault) {}

    package init(parsed json: JSON) throws(ConditionFault) {}

    package var text: String { "" }

    package func holds(in context: FlagContext) -> Bool { false }

    package func clauses(in context: FlagContext) -> [ClauseExplanation] { [] }

    package var usesPercent: Bool { false }

    package var isForServer: Bool { false }

    package var isConstant: Bool? { nil }

    package var parsed: JSON { .null }
}
