import Core

/// The object of `Cruise/GetOne` as the app reads it, without what its card does not show.
struct CruiseCard: JSONReadable {
    struct Discount: JSONReadable {
        let value: Int64
        let name: String

        init(json: JSON) throws(Fault) {
            value = try json.get("value")
            name = try json.get("name")
        }
    }

    struct Infoblock: JSONReadable {
        let title: String
        let text: String

        init(json: JSON) throws(Fault) {
            title = try json.get("title")
            text = try json.get("text")
        }
    }

    struct Story: JSONReadable {
        let title: String
        let description: [String]
        let route: [String]
        let infoblocks: [Infoblock]

        init(json: JSON) throws(Fault) {
            title = try json.get("tur_title")
            description = try json.get("tur_description")
            route = try json.get("route_full")
            infoblocks = try json.get("infoblock")
        }
    }

    struct Ship: JSONReadable {
        private struct Photos: JSONReadable {
            let maxi: [String]

            init(json: JSON) throws(Fault) { maxi = try json.get("maxi") }
        }

        private struct Includes: JSONReadable {
            let included: [String]
            let extras: [Extra]

            init(json: JSON) throws(Fault) {
                included = try json.get("on")
                extras = try json.get("extra")
            }
        }

        private struct Extra: JSONReadable {
            let name: String

            init(json: JSON) throws(Fault) { name = try json.get("name") }
        }

        let title: String
        let category: ShipClass?
        let photos: [String]
        let included: [String]
        let extras: [String]

        init(json: JSON) throws(Fault) {
            title = try json.get("t_title")
            category = try json.get("category", as: String?.self).flatMap { ShipClass(rawValue: $0) }
            photos = try json.get("ship_fotos", as: Photos.self).maxi
            let includes = try json.get("price_includes", as: Includes.self)
            (included, extras) = (includes.included, includes.extras.map(\.name))
        }
    }

    let story: Story
    let ship: Ship
    let photos: [String]
    let discounts: [Discount]
    /// Kopecks; nil if the price is on request.
    let minimum: Int64?
    let discounted: Int64?

    init(json: JSON) throws(Fault) {
        story = try json.get("cruise")
        ship = try json.get("ship_info")
        photos = try json.get("photos")
        discounts = try json.get("discounts")
        minimum = try json.get("min_price", as: JSON?.self).flatMap { CruisePrice.kopecks($0) }
        discounted = try json.get("min_price_discounted", as: JSON?.self).flatMap { CruisePrice.kopecks($0) }
    }
}
