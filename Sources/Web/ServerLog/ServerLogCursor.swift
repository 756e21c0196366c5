import Core

/// How far a reader has read the log of each server: `a1b2c3d4:120`, those of several servers with commas between.
///
/// A reader behind a balancer is answered by one server and then by another, and misses no line of either.
struct ServerLogCursor: Sendable, Hashable {
    /// Servers that one cursor knows; the one that was read longest ago leaves.
    private static let placesMax = 32

    private var places: [Place] = []

    private struct Place: Sendable, Hashable {
        let id: String
        let number: Int64
    }

    /// Nothing was read yet.
    init() {}

    /// Nil if the text is no cursor.
    init?(_ text: String) {
        for part in text.split(separator: ",") {
            let halves = part.split(separator: ":", omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[0].isEmpty, halves[0].utf8.allSatisfy(\.isLetterOrDigit),
                let number = Int64(halves[1]), number >= 0, number < Int64.max
            else { return nil }
            places.append(Place(id: String(halves[0]), number: number))
        }
        guard places.count <= Self.placesMax else { return nil }
    }

    /// The number of the last line of this server that was read; nil if it was not read yet.
    subscript(id: String) -> Int64? { places.last { $0.id == id }?.number }

    func with(_ number: Int64, of id: String) -> ServerLogCursor {
        var cursor = self
        cursor.places = Array(places.filter { $0.id != id }.suffix(Self.placesMax - 1))
        cursor.places.append(Place(id: id, number: number))
        return cursor
    }

    var text: String { places.map { "\($0.id):\($0.number)" }.joined(separator: ",") }
}
