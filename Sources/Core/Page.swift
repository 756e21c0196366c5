/// Some elements of a list, and where it goes on.
package struct Page<Element: Sendable>: Sendable {
    package let elements: [Element]
    /// Asks for the next page; nil on the last.
    package let next: String?
    /// Asks for the page before; nil on the first, and where results are ranked.
    package var previous: String?
    /// How many there are on all pages, where somebody asked.
    package var total: Int64?
    /// How many there are in each state, whatever state was asked for, where somebody asked.
    package var states: [Content.State: Int64]?

    package init(elements: [Element], next: String?, previous: String? = nil, total: Int64? = nil) {
        (self.elements, self.next, self.previous, self.total) = (elements, next, previous, total)
    }
}
