import Core
import Storage
import Web

/// The excursions of a cruise by day: `Excursion/Get`.
extension Cruise {
    static let excursionRoutes = [
        PublicRoute("/Excursion/Get/{cruiseId}/{isSea}") { request in
            let writer = CruiseWriter(request)
            let kind: CruiseKind
            switch request.parameters["isSea"] {
            case "0": kind = .river
            case "1": kind = .sea
            case _: throw Problem.wrong(Localized("IsSea — это 0 или 1.", "IsSea must be 0 or 1."))
            }
            let (cruise, _) = try writer.cruise()
            guard cruise.string("kind") == kind.rawValue else { throw Problem.unknownCruise }
            let excursions = writer.catalogue.excursions(of: cruise)
            guard !excursions.isEmpty else {
                return CruiseError.special(1006, "The cruise has no excursions.").answer
            }
            return PublicAnswer { json in writer.days(of: cruise, excursions, &json) }
        }
    ]
}

extension CruiseWriter {
    /// One place on one day with what can be seen there.
    private struct Day {
        let number: Int64
        let city: String
        let stop: CruiseStop?
        var excursions: [LiveContent] = []
    }

    fileprivate func days(
        of cruise: LiveContent,
        _ excursions: [Int64: [LiveContent]],
        _ json: inout JSONWriter
    ) {
        let term = CruiseTerm(cruise)
        json.array { json in
            for day in days(cruise.stops, excursions) {
                json.object { json in
                    json.member("day", day.number)
                    json.member("city", city(day.city))
                    json.member("date", optional: term?.date(ofDay: day.number).description)
                    let photo = day.excursions.lazy.compactMap { $0.string("photo") }.first
                    json.member("photo", optional: request.mediaURL(photo))
                    times(of: day.stop, &json)
                    json.member("excursions", day.excursions, excursion)
                }
            }
        }
    }

    /// The stops with their excursions; an excursion in another city than the stops of its day has a place of its own.
    private func days(_ stops: [CruiseStop], _ excursions: [Int64: [LiveContent]]) -> [Day] {
        var days = stops.map { Day(number: $0.day, city: $0.city, stop: $0) }
        for (number, excursions) in excursions.sorted(by: { $0.key < $1.key }) {
            for excursion in excursions {
                let city = excursion.string("city") ?? ""
                if let index = days.firstIndex(where: { $0.number == number && $0.city == city }) {
                    days[index].excursions.append(excursion)
                } else {
                    let index = days.firstIndex { $0.number > number } ?? days.count
                    days.insert(
                        Day(number: number, city: city, stop: nil, excursions: [excursion]),
                        at: index
                    )
                }
            }
        }
        return days
    }

    private func excursion(_ excursion: LiveContent, _ json: inout JSONWriter) {
        let tariffs = excursion.rows("tariffs")
        json.object { json in
            json.member("id", excursion.id)
            json.member("name", text(excursion, "name"))
            json.member("description", text(excursion, "description"))
            json.member("photo", optional: request.mediaURL(excursion.string("photo")))
            json.member("duration", optional: excursion.string("duration"))
            json.member("included", excursion.bool("included"))
            json.member("people_min", excursion.json("people_min") ?? .null)
            json.member("price", kopecks: tariffs.compactMap { $0.hundredths("price") }.min())
            json.key("priceDetailed")
            json.array { json in
                for tariff in tariffs {
                    json.object { json in
                        json.member("name", tariff.text("name"))
                        json.member("price", kopecks: tariff.hundredths("price"))
                    }
                }
            }
        }
    }
}
