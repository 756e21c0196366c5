import Core

/// What is wrong with an expression or a pattern, and where.
package struct ConditionFault: Error, Sendable, Hashable {
    /// Counted in code points from 0; empty where something is missing.
    package let range: Range<Int>
    /// A sentence without its full stop.
    package let detail: Localized

    package init(_ range: Range<Int>, _ detail: Localized) {
        self.range = range
        self.detail = detail
    }

    init(_ range: Range<Int>, _ ru: String, _ en: String) {
        self.init(range, Localized(ru, en))
    }
}
