/// A condition with OR and NOT, as the console edits it; apps and tools are given what `plain()` makes of it (R105).
package indirect enum ConditionTree: Sendable, Hashable {
    case all([ConditionTree])
    case any([ConditionTree])
    case not(ConditionTree)
    case clause(ConditionExpression)

    package init(json: JSON) throws(ConditionFault) {
        self = .all([])
    }

    package var json: JSON { .null }

    /// Expressions one of which holds where the tree does; never empty.
    ///
    /// More than one need as many conditions, one after the other and with the same values.
    package func plain() throws(ConditionFault) -> [ConditionExpression] { [] }
}
