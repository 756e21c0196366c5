import Core
import Storage

/// A copy of a cruise at the time of the order; it outlives the cruise and its changes.
struct CruiseSnapshot: JSONReadable, Hashable {
    struct Ship: JSONReadable, Hashable {
        let id: String?
        let name: String

        init(_ ship: LiveContent?) { (id, name) = (ship?.id, ship?.text("title", .ru) ?? "") }

        init(json: JSON) throws(Fault) {
            id = try json.get("id")
            name = try json.get("name")
        }

        var json: JSON { ["id": JSON(id), "name": .string(name)] }
    }

    let id: String?
    let title: String
    let ship: Ship?
    /// All that is stored.
    let json: JSON

    init(json: JSON) throws(Fault) {
        self.json = json
        id = try json.get("id")
        title = try json.get("title")
        ship = try json.get("ship")
    }

    init(_ cruise: LiveContent, ship: LiveContent?, city: String?, discounts: [LiveContent]) {
        let own = Ship(ship)
        (id, title, self.ship) = (cruise.id, cruise.text("title", .ru), own)
        let photo = cruise.ids("photos").first ?? ship?.ids("photos").first
        json = [
            "id": .string(cruise.id), "type": JSON(cruise.string("kind")),
            "title": .string(title), "ship": own.json,
            // The city of departure, as campaigns compare it.
            "city": JSON(city.map(WordSearch.folded)),
            "starts_at": JSON(cruise.timestamp("starts_at")?.description),
            "ends_at": JSON(cruise.timestamp("ends_at")?.description), "photo": JSON(photo),
            "prices": cruise.json("prices") ?? [],
            "discounts": .array(
                discounts.map {
                    [
                        "title": .string($0.text("title", .ru)),
                        "percent": .integer($0.integer("percent") ?? 0),
                    ]
                }
            ),
        ]
    }
}
