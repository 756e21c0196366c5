/// Everything that a search asks for; each condition that is given restricts the cruises.
package struct VoyageFilter: Sendable, Hashable {
    package var kind: VoyageKind?
    /// Ids of departure cities, any of which fits; an empty list is no condition, here and below.
    package var cities: Set<String> = []
    package var directions: Set<String> = []
    package var ships: Set<String> = []
    package var classes: Set<Int> = []
    package var lengths: Set<VoyageLength> = []
    /// The first and the last day of departure, both inclusive.
    package var firstDay: Int32?
    package var lastDay: Int32?
    /// The free places that are needed; 0 if any number will do.
    package var tourists: Int32 = 0
    /// In kopecks, both inclusive; a price on request is outside.
    package var priceMin: Int64?
    package var priceMax: Int64?
    /// True if only cruises with a discount are found.
    package var isDiscounted = false

    package init() {}

    /// True if it restricts nothing.
    package var isEmpty: Bool { self == VoyageFilter() }
}
