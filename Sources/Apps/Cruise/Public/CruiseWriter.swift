import Core
import Storage
import Web

/// Writes the objects of the cruise contract for one request.
struct CruiseWriter: Sendable {
    let request: PublicRequest
    let catalogue: CruiseCatalogue

    init(_ request: PublicRequest) {
        self.request = request
        catalogue = CruiseCatalogue(live: request.live, now: request.now)
    }

    func text(_ content: LiveContent, _ name: String) -> String { content.text(name, request.language) }

    func city(_ id: String?) -> String { catalogue.city(id).map { text($0, "name") } ?? "" }

    /// The cruise in the path with its ship; an unknown one, a hidden one and one without a ship are alike.
    func cruise() throws(Problem) -> (cruise: LiveContent, ship: LiveContent) {
        guard let id = request.id("cruiseId"), let cruise = catalogue.cruise(id),
            let ship = catalogue.ship(of: cruise)
        else { throw .unknownCruise }
        return (cruise, ship)
    }

    /// Pictures in two sizes, in the same order.
    func photos(_ ids: [String], _ json: inout JSONWriter) {
        json.object { json in
            json.member("mini", ids.map { request.miniURL($0) })
            json.member("maxi", ids.map { request.mediaURL($0) })
        }
    }

    /// The cities of a route from the first to the last.
    func route(of cruise: LiveContent) -> [String] {
        cruise.stops.map { city($0.city) }
    }

    func stops(of cruise: LiveContent, _ term: CruiseTerm?, _ json: inout JSONWriter) {
        json.array { json in
            for stop in cruise.stops {
                json.object { json in
                    json.member("day", stop.day)
                    json.member("date", optional: term?.date(ofDay: stop.day).description)
                    json.member("city", city(stop.city))
                    times(of: stop, &json)
                    json.member("note", optional: stop.note)
                }
            }
        }
    }

    func times(of stop: CruiseStop?, _ json: inout JSONWriter) {
        json.member("arrival", optional: stop?.arrival)
        json.member("stay", optional: stop?.minutes.map { CruiseStop.text(minutes: $0) })
        json.member("departure", optional: stop?.departure)
    }

    /// The id, the type and the dates that every object of a cruise has.
    func head(of cruise: LiveContent, _ term: CruiseTerm?, _ json: inout JSONWriter) {
        json.member("id", cruise.id)
        json.member("type", cruise.string("kind") ?? "")
        guard let term else { return }
        json.member("kr_date_start", CruiseTerm.text(term.start))
        json.member("kr_date_end", CruiseTerm.text(term.end))
        json.member("days", term.days)
        json.member("nights", term.nights)
    }

    /// The title, the paragraphs, the route and the pictures of a cruise.
    func story(of cruise: LiveContent, _ json: inout JSONWriter) {
        json.member("tur_title", text(cruise, "title"))
        json.member("tur_description", RichText.blocks(text(cruise, "description")))
        json.member("route_img", cruise.ids("route_images").map { request.mediaURL($0) })
        json.member("route_full", route(of: cruise))
        json.key("infoblock")
        json.array { json in
            for row in cruise.rows("infoblocks") {
                json.object { json in
                    json.member("title", row.text("title"))
                    json.member("text", RichText.sanitized(row.text("text")))
                }
            }
        }
    }
}

extension CruiseStop {
    /// Hours and minutes: `04:30`.
    fileprivate static func text(minutes: Int64) -> String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(minutes / 60) + ":" + two(minutes % 60)
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ texts: [String]) {
        key(name)
        array { json in
            for text in texts { json.string(text) }
        }
    }
}

extension PublicRequest {
    /// The address of the small version of a picture.
    func miniURL(_ id: String) -> String { "\(baseURL)\(Cruise.prefix)/\(CruisePhotoRoutes.folder)/\(id)" }
}

extension Problem {
    static var unknownCruise: Problem {
        .notFound(Localized("Такого круиза нет.", "There is no such cruise."))
    }
}
