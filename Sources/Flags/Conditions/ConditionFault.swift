import Core

/// A fault of an expression or a pattern, with its range.
package struct ConditionFault: Error, Sendable, Hashable {
    /// In code points from 0; empty if something is missing.
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
