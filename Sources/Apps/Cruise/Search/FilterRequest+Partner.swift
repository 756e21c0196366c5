import Core
import Storage
import Voyages

extension FilterRequest {
    /// The parameters of `Partner/GetCruises`; unknown ones are ignored.
    ///
    /// Direction and city are ids or names, because a partner knows our names from the site.
    init(partner query: [(name: String, value: String)], in live: LiveState) throws(CruiseError) {
        self.init()
        sort = .dateAscending
        let given = Dictionary(query.map { ($0.name, JSON.string($0.value)) }) { _, last in last }
            .filter { $0.value != "" }
        if let direction = FilterMember("direction", in: given) {
            filter.directions = live.ids(CruiseDirections.type.name, "title", try direction.text())
        }
        if let city = FilterMember("city", "departure_city", "departureCity", in: given) {
            filter.cities = live.ids(CruiseCities.type.name, "name", try city.text())
        }
        if let date = FilterMember("date", in: given) {
            filter.firstDay = try date.day("date")
            filter.lastDay = filter.firstDay
        }
        if let member = FilterMember("sort", in: given) { sort = try Self.sort(try member.text()) }
        if let member = FilterMember("limit", in: given) {
            guard let number = Int64(try member.text()), number > 0 else {
                throw .bad("limit must be a whole number from 1.")
            }
            limit = Int(min(number, Self.limitMax))
        }
        if let member = FilterMember("cursor", in: given) {
            place = try FilterCursor.place(try member.text(), self)
        }
    }
}

extension LiveState {
    /// The entries with an id, or with a name in any language; else the text itself, which finds nothing.
    fileprivate func ids(_ type: String, _ name: String, _ text: String) -> Set<String> {
        if self[type][text] != nil { return [text] }
        let lowered = text.lowercased()
        let named = self[type].contents.filter { entry in
            Language.allCases.contains { entry.text(name, $0).lowercased() == lowered }
        }
        return named.isEmpty ? [text] : Set(named.map(\.id))
    }
}
