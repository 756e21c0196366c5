import Core
import Storage
import Voyages
import Web

/// Writes the answer of a search: a page of cruises, and what the filter could choose among.
struct FilterWriter: Sendable {
    private let catalogue: VoyageCatalogue
    private let writer: CruiseWriter
    private let language: Language
    /// The end of the slider of prices, in rubles.
    private let priceLimit: Int64

    init(_ catalogue: VoyageCatalogue, _ request: PublicRequest, priceLimit: Int64) {
        (self.catalogue, self.priceLimit) = (catalogue, priceLimit)
        writer = CruiseWriter(request)
        language = request.language
    }

    /// The answer of `Cruise/Filter`.
    func answer(
        _ request: FilterRequest,
        _ facets: VoyageFacets,
        _ page: VoyagePage,
        _ json: inout JSONWriter
    ) {
        json.object { json in
            head(request, facets.total, page, &json)
            json.key("filterConfig")
            config(facets, &json)
        }
    }

    /// The answer of `Partner/GetCruises`, without what a filter could choose.
    func list(_ request: FilterRequest, total: Int, _ page: VoyagePage, _ json: inout JSONWriter) {
        json.object { json in head(request, total, page, &json) }
    }

    private func head(_ request: FilterRequest, _ total: Int, _ page: VoyagePage, _ json: inout JSONWriter) {
        json.key("items")
        json.array { json in
            for position in page.positions { item(position, &json) }
        }
        json.member("hasNextPage", page.next != nil)
        json.key("cursor")
        json.object { json in
            json.member("next", JSON(page.next.map { FilterCursor.text($0, request) }))
        }
        json.member("total", Int64(total))
    }

    // MARK: A cruise

    private func item(_ position: Int32, _ json: inout JSONWriter) {
        let cruise = catalogue.cruises[Int(position)]
        let ship = cruise.string("ship").flatMap { catalogue.live[Ships.type.name][$0] }
        // A cruise without pictures of its own shows those of its ship.
        let photos = cruise.ids("photos").isEmpty ? ship?.ids("photos") ?? [] : cruise.ids("photos")
        json.object { json in
            json.member("id", cruise.id)
            json.member("type", cruise.string("kind") ?? "")
            json.member("title", cruise.text("title", language))
            json.member("photos", photos.map { writer.request.mediaURL($0) })
            json.member("photos_mini", photos.map { writer.request.miniURL($0) })
            json.key("ship")
            json.object { json in
                json.member("id", ship?.id ?? "")
                json.member("name", ship?.text("title", language) ?? "")
                let shipClass = ShipClass(rawValue: ship?.string("category") ?? "") ?? .standard
                json.member("class", shipClass.rawValue)
                json.member("category_name", shipClass.title.ru)
            }
            if let term = CruiseTerm(cruise) { self.term(term, &json) }
            json.member("route", writer.route(of: cruise))
            price(of: cruise, percent: catalogue.index.percent(at: position), &json)
        }
    }

    private func term(_ term: CruiseTerm, _ json: inout JSONWriter) {
        json.key("dates")
        json.object { json in
            json.member("from", CruiseTerm.text(term.start))
            json.member("to", CruiseTerm.text(term.end))
        }
        json.member("days", term.days)
        json.member("nights", term.nights)
    }

    /// Left out if the price is on request.
    private func price(of cruise: LiveContent, percent: Int, _ json: inout JSONWriter) {
        json.member("discount", Int64(percent))
        let price = CruisePrice.of(cruise, catalogue.discounts)
        guard let minimum = price.minimum, let maximum = price.maximum, let discounted = price.discounted
        else { return }
        json.member("min_price", kopecks: minimum)
        json.member("min_price_discounted", kopecks: discounted)
        json.key("price")
        json.object { json in
            json.member("min", kopecks: discounted)
            json.member("max", kopecks: CruisePrice.reduced(maximum, by: percent))
            guard percent > 0 else { return }
            json.member("old_min", kopecks: minimum)
            json.member("old_max", kopecks: maximum)
        }
    }

    // MARK: What a filter could choose

    private func config(_ facets: VoyageFacets, _ json: inout JSONWriter) {
        json.object { json in
            values("types", facets.kinds, &json) {
                ($0.name, CruiseKind(rawValue: $0.name)?.title[language] ?? "")
            }
            entries("cities", facets.cities, of: CruiseCities.type.name, "name", &json)
            entries("directions", facets.directions, of: CruiseDirections.type.name, "title", &json)
            entries("ships", facets.ships, of: Ships.type.name, "title", &json)
            let classes = facets.classes.filter { ShipClass.allCases.indices ~= $0.name }
            values("classes", classes, &json) { number in
                let shipClass = ShipClass.allCases[number]
                return (shipClass.rawValue, shipClass.title[language])
            }
            values("days", facets.lengths, &json) { ($0.name, $0.title[language]) }
            json.key("dates")
            json.object { json in
                json.member("from", JSON(facets.days.map { Self.date($0.lowerBound) }))
                json.member("to", JSON(facets.days.map { Self.date($0.upperBound) }))
            }
            json.key("price")
            json.object { json in
                json.member("min", kopecks: facets.prices?.lowerBound)
                json.member("max", kopecks: facets.prices?.upperBound)
                json.member("limit", priceLimit)
            }
            json.key("discount")
            json.object { json in json.member("count", Int64(facets.discounted)) }
            json.key("tourists")
            json.object { json in
                json.member("max", min(Int64(facets.placesMax), FilterRequest.touristsMax))
            }
        }
    }

    private func entries(
        _ name: String,
        _ values: [VoyageFacets.Value<String>],
        of type: String,
        _ title: String,
        _ json: inout JSONWriter
    ) {
        let set = catalogue.live[type]
        self.values(name, values.filter { set[$0.name] != nil }, &json) { id in
            (id, set[id]?.text(title, language) ?? "")
        }
    }

    private func values<Value>(
        _ name: String,
        _ values: [VoyageFacets.Value<Value>],
        _ json: inout JSONWriter,
        _ words: (Value) -> (id: String, name: String)
    ) {
        json.key(name)
        json.array { json in
            for value in values {
                let (id, name) = words(value.name)
                json.object { json in
                    json.member("id", id)
                    json.member("name", name)
                    json.member("count", Int64(value.count))
                }
            }
        }
    }

    private static func date(_ day: Int32) -> String { CivilDate(daysSince1970: Int64(day)).description }
}

extension VoyageLength {
    var title: Localized {
        switch self {
        case .upTo3: Localized("до 3 дней", "up to 3 days")
        case .from4To8: Localized("4–8 дней", "4–8 days")
        case .from9To12: Localized("9–12 дней", "9–12 days")
        case .over12: Localized("больше 12 дней", "over 12 days")
        }
    }
}
