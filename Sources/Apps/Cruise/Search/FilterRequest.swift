import Core
import Storage
import Voyages

/// The request of a search: the body of `Cruise/Filter`, or the parameters of `Partner/GetCruises`.
///
/// Unknown members are ignored, so that an app of a later version still searches on this server.
struct FilterRequest: Sendable, Hashable {
    static let bodySizeMax = 16 << 10
    static let limitMax: Int64 = 100
    static let touristsMax: Int64 = 9
    /// In rubles.
    static let priceMax: Int64 = 10_000_000
    private static let limitStandard: Int64 = 20

    var limit = Int(FilterRequest.limitStandard)
    var sort = VoyageSort.popularDescending
    var filter = VoyageFilter()
    /// The place after which the page begins; nil for the first page.
    var place: VoyagePlace?

    init() {}

    init(_ body: JSON) throws(CruiseError) {
        guard let members = body.object else { throw .bad("The body must be a JSON object.") }
        if let given = FilterMember("limit", in: members) {
            limit = Int(min(try given.integer(1...Int64.max), Self.limitMax))
        }
        if let given = FilterMember("sort", in: members) { sort = try Self.sort(try given.text()) }
        if let given = FilterMember("filter", in: members) { filter = try Self.filter(try given.object()) }
        guard let given = FilterMember("cursor", in: members) else { return }
        // An app may send back the text alone.
        if let text = given.value.string {
            place = try FilterCursor.place(text, self)
        } else if let next = FilterMember("next", in: try given.object()) {
            place = try FilterCursor.place(try next.text(), self)
        }
    }

    static func sort(_ name: String) throws(CruiseError) -> VoyageSort {
        guard let sort = VoyageSort(rawValue: name) else {
            throw .bad("sort must be one of \(VoyageSort.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return sort
    }

    private static func filter(_ members: [String: JSON]) throws(CruiseError) -> VoyageFilter {
        var filter = VoyageFilter()
        if let given = FilterMember("type", in: members) {
            filter.kind = VoyageKind(name: try given.text())
            guard filter.kind != nil else { throw .bad("type must be river or sea.") }
        }
        filter.cities = try FilterMember("cities", "city", in: members)?.ids() ?? []
        filter.directions = try FilterMember("directions", "direction", in: members)?.ids() ?? []
        filter.ships = try FilterMember("ships", "ship", in: members)?.ids() ?? []
        for name in try FilterMember("classes", "class", in: members)?.ids() ?? [] {
            guard let number = ShipClass.number(named: name) else {
                throw .bad(
                    "classes must be of \(ShipClass.allCases.map(\.rawValue).joined(separator: ", "))."
                )
            }
            filter.classes.insert(number)
        }
        for name in try FilterMember("days", in: members)?.ids() ?? [] {
            guard let length = VoyageLength(name: name) else {
                throw .bad("days must be of \(VoyageLength.allCases.map(\.name).joined(separator: ", ")).")
            }
            filter.lengths.insert(length)
        }
        filter.tourists = try tourists(members)
        if let given = FilterMember("isDiscount", in: members) { filter.isDiscounted = try given.bool() }
        if let given = FilterMember("dates", in: members) { try addDates(try given.object(), to: &filter) }
        if let given = FilterMember("price", in: members) { try addPrice(try given.object(), to: &filter) }
        return filter
    }

    /// Children count with an adult only.
    private static func tourists(_ members: [String: JSON]) throws(CruiseError) -> Int32 {
        let adults = try FilterMember("adults", in: members)?.integer(0...touristsMax) ?? 0
        let children = try FilterMember("children", in: members)?.integer(0...touristsMax) ?? 0
        guard adults + children <= touristsMax else {
            throw .bad("adults and children must be at most \(touristsMax) together.")
        }
        return adults == 0 ? 0 : Int32(adults + children)
    }

    private static func addDates(_ members: [String: JSON], to filter: inout VoyageFilter) throws(CruiseError)
    {
        filter.firstDay = try FilterMember("from", in: members)?.day("dates.from")
        filter.lastDay = try FilterMember("to", in: members)?.day("dates.to")
        if let from = filter.firstDay, let to = filter.lastDay, from > to {
            throw .bad("dates.from must not be after dates.to.")
        }
    }

    /// The whole range is no condition, so that it leaves cruises whose price is on request.
    private static func addPrice(_ members: [String: JSON], to filter: inout VoyageFilter) throws(CruiseError)
    {
        let from = try FilterMember("from", "min", in: members)?.kopecks("price.from")
        let to = try FilterMember("to", "max", in: members)?.kopecks("price.to")
        if let from, let to, from > to { throw .bad("price.from must not be above price.to.") }
        guard from ?? 0 > 0 || to.map({ $0 < priceMax * 100 }) ?? false else { return }
        (filter.priceMin, filter.priceMax) = (from, to)
    }
}

extension VoyageLength {
    /// Its name on the wire: `1-3`, `13+`.
    var name: String { daysMax.map { "\(daysMin)-\($0)" } ?? "\(daysMin)+" }

    init?(name: String) {
        guard let length = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = length
    }
}

extension ShipClass {
    /// The number of the class in the index of cruises, by its name or its Russian title.
    static func number(named name: String) -> Int? {
        allCases.firstIndex { $0.rawValue == name || $0.title.ru == name }
    }
}
