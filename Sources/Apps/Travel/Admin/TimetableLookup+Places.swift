import Core
import Storage
import Transit

/// Places by a beginning of their titles.
extension TimetableLookup {
    /// A settlement or a station that somebody may mean.
    struct PlaceMatch: Sendable {
        let code: String
        let title: String
        /// The kind, the settlement and the region, which differ among places with one title.
        let note: String
        let point: Point?
    }

    /// The places that a text may mean, the likeliest first.
    func matches(_ text: String, isStation: Bool, count: Int) -> [PlaceMatch] {
        let text = text.trimmingSpaces
        if let place = try? timetable.place(text) {
            if case .settlement = place, isStation { return [] }
            return [match(place)]
        }
        return state.names.places(text, isStation: isStation, count, timetable).map(match)
    }

    func match(_ place: TravelPlace) -> PlaceMatch {
        switch place {
        case .station(let index):
            let station = timetable.stations[Int(index)]
            let town = station.settlement < 0 ? "" : title(.settlement(station.settlement))
            let notes = [station.kind.title[writer.language], town == title(index) ? "" : town]
            return PlaceMatch(
                code: code(place),
                title: title(index),
                note: notes.filter { !$0.isEmpty }.joined(separator: ", "),
                point: station.point
            )
        case .settlement(let index):
            let town = timetable.settlements[Int(index)]
            let region = town.region < 0 ? nil : timetable.regions[Int(town.region)]
            let point =
                town.point
                ?? timetable.stations(of: index).first.flatMap {
                    timetable.stations[Int($0)].point
                }
            return PlaceMatch(
                code: code(place),
                title: title(place),
                note: region.map { writer.text($0.title, $0.titleEn) } ?? "",
                point: point
            )
        }
    }

    /// The code of a place: `s9613062` or `c213`.
    func code(_ place: TravelPlace) -> String {
        switch place {
        case .station(let station): writer.code(station)
        case .settlement(let index): "c\(timetable.settlements[Int(index)].code)"
        }
    }

    /// The zone of a station as people read it: `Europe/Moscow, UTC+3`.
    func zone(of station: Int32) -> String {
        let zone = timetable.zone(ofStation: station)
        let minutes = zone.offset(at: now.seconds) / 60
        let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
        let sign = minutes < 0 ? "−" : "+"
        return "\(zone.name), UTC\(sign)\(hours)" + (rest == 0 ? "" : ":\(TravelWriter.padded(rest))")
    }
}
