/// A cruise as it is put into an index.
package struct VoyageRow: Sendable, Hashable {
    package let id: String
    package var kind: VoyageKind
    /// The id of its ship; nil if it has none.
    package var ship: String?
    /// The number of the ship's class, below `VoyageIndex.classesMax`; nil if it has none.
    package var shipClass: Int?
    /// The id of the city where it departs.
    package var city: String?
    /// The ids of its directions.
    package var directions: [String] = []
    /// The departure in seconds since 1970.
    package var start: Int64
    /// The day of the departure at its place, since 1970.
    package var firstDay: Int32
    package var days: Int32
    package var popularity: Int64 = 0
    /// The least price of a passenger, in kopecks; nil if it is on request.
    package var price: Int64?
    /// The percent of its best discount; 0 if it has none.
    package var percent: Int = 0
    /// The free places of its cabins.
    package var places: Int32 = 0

    package init(id: String, kind: VoyageKind, start: Int64, firstDay: Int32, days: Int32) {
        (self.id, self.kind, self.start, self.firstDay, self.days) = (id, kind, start, firstDay, days)
    }
}
