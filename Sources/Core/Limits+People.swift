/// Bounds of what staff see of the people who use the apps.
extension Limits {
    /// Words of a search for people, and characters of it.
    package static let peopleWordsMax = 6
    package static let peopleTextLengthMax = 100
    /// Of each kind of thing that the page about a person shows.
    package static let personPartsMax = 50
    package static let personNameLengthMax = 100
    package static let blockReasonLengthMax = 300
    /// Ratings of one device, and from one address, which a whole mall may share, in an hour.
    package static let reviewsOfDeviceMax: Int64 = 10
    package static let reviewsFromAddressMax: Int64 = 200
    /// New devices from one address in an hour.
    package static let devicesFromAddressMax: Int64 = 1_000
    /// People whom the search palette shows.
    package static let peopleFoundMax = 5
}
