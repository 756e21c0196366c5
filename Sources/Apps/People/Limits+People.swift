import Core

extension Limits {
    /// Why staff block a person or look at a number, in characters.
    static let blockReasonLengthMax = 300
    /// People whom the search palette shows.
    static let peopleFoundMax = 5
}
