import Core
import Storage
import Transit

/// The answers to the questions that a feed leaves open.
struct FeedOptions: Sendable {
    static let nameLengthMax = 40
    /// Russia, which every app knows (T72).
    static let countryDefault: Int64 = 225

    /// The name of the feed: rows are known by it and by their ids in the feed.
    let name: String
    let format: FeedFormat
    /// The country of new stations that lie near no settlement.
    var country = countryDefault
    /// The settlement of new stations; the nearest one if nil.
    var settlement: Int64?
    /// The zone of new settlements, as a stations list has none.
    var zone = "Europe/Moscow"
    var isTrial = false

    /// Throws a fault at `feed` for a name that is not of small letters, digits and hyphens.
    init(name: String, format: FeedFormat) throws(Problem) {
        let isName = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "-")
        }
        guard isName, 1...Self.nameLengthMax ~= name.utf8.count else {
            throw .invalid([
                Fault(
                    "#/feed",
                    "имя из латинских букв, цифр и дефисов, до \(Self.nameLengthMax) знаков",
                    "must be of small letters, digits and hyphens, \(Self.nameLengthMax) at most"
                )
            ])
        }
        (self.name, self.format) = (name, format)
    }

    /// Throws a fault at `zone` for a name that is no time zone.
    mutating func setZone(_ name: String) throws(Problem) {
        guard Zone(name) != nil else {
            throw .invalid([Fault("#/zone", "нет такого часового пояса", "is no time zone")])
        }
        zone = name
    }
}
