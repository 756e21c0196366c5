import Core
import Web

/// The card of a cruise: `Cruise/GetOne` and `Cruise/GetCruiseInfo`.
extension Cruise {
    static let cardRoutes = [
        PublicRoute("/Cruise/GetOne/{cruiseId}/{type}") { request in
            let writer = CruiseWriter(request)
            let (cruise, ship) = try writer.cruise()
            guard cruise.string("kind") == request.parameters["type"] else { throw Problem.unknownCruise }
            return PublicAnswer { json in writer.card(of: cruise, ship, &json) }
        },
        PublicRoute("/Cruise/GetCruiseInfo/{cruiseId}") { request in
            let writer = CruiseWriter(request)
            let (cruise, _) = try writer.cruise()
            return PublicAnswer { json in writer.information(about: cruise, &json) }
        },
    ]
}

extension CruiseWriter {
    func card(of cruise: LiveContent, _ ship: LiveContent, _ json: inout JSONWriter) {
        let term = CruiseTerm(cruise)
        let discounts = catalogue.discounts()
        let price = CruisePrice.of(cruise, discounts)
        json.object { json in
            head(of: cruise, term, &json)
            json.key("cruise")
            json.object { json in
                json.member("id", cruise.id)
                story(of: cruise, &json)
            }
            json.member("photos", cruise.ids("photos").map { request.mediaURL($0) })
            self.discounts(discounts.matching(cruise), price, &json)
            if let minimum = price.minimum, let discounted = price.discounted {
                json.member("min_price", kopecks: minimum)
                json.member("min_price_discounted", kopecks: discounted)
            }
            json.key("ship_info")
            self.ship(ship, &json)
        }
    }

    fileprivate func information(about cruise: LiveContent, _ json: inout JSONWriter) {
        let term = CruiseTerm(cruise)
        json.object { json in
            head(of: cruise, term, &json)
            story(of: cruise, &json)
            json.key("route")
            stops(of: cruise, term, &json)
            json.member("photos", cruise.ids("photos").map { request.mediaURL($0) })
            json.member("photos_mini", cruise.ids("photos").map { request.miniURL($0) })
        }
    }

    /// The discounts that match, those of the same percent as one, with the price that it would make.
    private func discounts(_ matching: [LiveContent], _ price: CruisePrice, _ json: inout JSONWriter) {
        let groups = Dictionary(grouping: matching) { $0.integer("percent") ?? 0 }
        json.key("discounts")
        json.array { json in
            for (value, discounts) in groups.sorted(by: { $0.key > $1.key }) {
                let names = discounts.map { text($0, "title") }
                json.object { json in
                    json.member("value", value)
                    json.member("name", names.joined(separator: ", "))
                    json.member("names", names)
                    if let minimum = price.minimum {
                        json.member("price", kopecks: CruisePrice.reduced(minimum, by: Int(value)))
                    }
                }
            }
        }
    }

    private func ship(_ ship: LiveContent, _ json: inout JSONWriter) {
        let category = ShipClass(rawValue: ship.string("category") ?? "") ?? .standard
        json.object { json in
            json.member("id", ship.id)
            json.member("t_title", text(ship, "title"))
            json.member("category", category.rawValue)
            json.member("category_name", category.title.ru)
            json.key("price_includes")
            includes(of: ship, &json)
            json.key("ship_fotos")
            photos(ship.ids("photos"), &json)
            json.member("description", text(ship, "description"))
            json.member("year_built", ship.json("built") ?? .null)
            json.member("year_renovated", ship.json("renovated") ?? .null)
            json.member("capacity", ship.json("capacity") ?? .null)
            json.member("decks", ship.column("name", of: "decks"))
            json.member("services", ship.column("text", of: "services"))
            json.key("specs")
            json.array { json in
                for row in ship.rows("specs") {
                    json.object { json in
                        json.member("title", row.text("title"))
                        json.member("value", row.text("value"))
                    }
                }
            }
        }
    }

    private func includes(of ship: LiveContent, _ json: inout JSONWriter) {
        json.object { json in
            json.member("on", ship.column("text", of: "includes"))
            json.key("extra")
            json.array { json in
                for row in ship.rows("extras") {
                    json.object { json in
                        json.member("name", row.text("text"))
                        json.member("price", kopecks: row.hundredths("price"))
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    /// An amount in kopecks as rubles; null if there is none.
    mutating func member(_ name: String, kopecks: Int64?) {
        guard let kopecks else { return member(name, JSON.null) }
        member(name, kopecks: kopecks)
    }
}
