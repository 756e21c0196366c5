/// One page of a list, with cursors of its neighbours.
package struct Page<Element: Sendable>: Sendable {
    package let elements: [Element]
    /// The cursor of the next page; nil on the last.
    package let next: String?
    /// The cursor of the previous page; nil on the first, and if results are ranked.
    package var previous: String?
    /// The number of elements on all pages, if it was requested.
    package var total: Int64?
    /// The number in each state, whatever state was requested, if it was requested.
    package var states: [Content.State: Int64]?

    package init(elements: [Element], next: String?, previous: String? = nil, total: Int64? = nil) {
        (self.elements, self.next, self.previous, self.total) = (elements, next, previous, total)
    }
}
