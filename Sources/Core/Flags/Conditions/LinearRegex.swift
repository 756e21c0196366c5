/// A regular expression of RE2's syntax that is found in time linear in the text, whatever it is.
package struct LinearRegex: Sendable, Hashable {
    package let pattern: String

    package init(_ pattern: String) throws(ConditionFault) {
        self.pattern = pattern
    }

    package func isFound(in text: String) -> Bool { false }
}
