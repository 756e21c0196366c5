/// Bounds of what staff see of the people who use the apps.
extension Limits {
    /// Words of a search for people, and characters of it.
    package static let peopleWordsMax = 6
    package static let peopleTextLengthMax = 100
    /// Of each kind of thing that the page about a person shows.
    package static let personPartsMax = 50
    package static let personNameLengthMax = 100
    package static let blockReasonLengthMax = 300
    /// People whom the search palette shows.
    package static let peopleFoundMax = 5
}
