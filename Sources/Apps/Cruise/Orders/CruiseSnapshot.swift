import Core
import Storage

/// A copy of a cruise at the time of the order; it outlives the cruise and its changes.
struct CruiseSnapshot: Sendable, Hashable {
    let json: JSON

    init(json: JSON) { self.json = json }

    init(_ cruise: LiveContent, ship: LiveContent?, city: String?, discounts: [LiveContent]) {
        let photo = cruise.ids("photos").first ?? ship?.ids("photos").first
        json = [
            "id": .string(cruise.id), "type": JSON(cruise.string("kind")),
            "title": .string(cruise.text("title", .ru)),
            "ship": ["id": JSON(ship?.id), "name": .string(ship?.text("title", .ru) ?? "")],
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

    var id: String? { json["id"]?.string }
    var title: String { json["title"]?.string ?? "" }
    var ship: String { json["ship"]?["name"]?.string ?? "" }
}
