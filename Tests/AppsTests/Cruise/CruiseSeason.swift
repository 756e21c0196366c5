import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport

/// Five published cruises that differ in everything a search looks at.
///
/// Two are reduced: `weekend` by 10 percent, `sea` by 20; the price of `astrakhan` is on request.
struct CruiseSeason: Sendable {
    let vitrina: Vitrina
    /// Ids by the names of the tests.
    private(set) var ids: [String: String] = [:]

    init(_ vitrina: Vitrina) async throws {
        self.vitrina = vitrina
        for (key, name) in [
            ("moscow", "Москва"), ("kazan", "Казань"), ("peter", "Санкт-Петербург"), ("valaam", "Валаам"),
            ("istanbul", "Стамбул"),
        ] {
            ids[key] = try await vitrina.publish(CruiseCities.self, ["name": ["ru": .string(name)]])
        }
        for (key, name, kind) in [
            ("golden", "Золотое кольцо", "river"), ("volga", "По Волге", "river"),
            ("north", "На север", "river"),
            ("south", "На юг", "sea"),
        ] {
            let fields: [String: JSON] = ["title": ["ru": .string(name)], "kind": .string(kind)]
            ids[key] = try await vitrina.publish(CruiseDirections.self, fields)
        }
        try await addShip("mechta", "Волжская мечта", "standard", cabins: [2, 3])
        try await addShip("neva", "Нева", "comfort", cabins: [9, 2])
        try await addShip("aurora", "Аврора", "lux", kind: "sea", cabins: [])
        try await addCruise(
            "ring",
            "mechta",
            from: "moscow",
            ["golden"],
            "2027-05-10",
            3,
            ["10000", "20000"],
            5
        )
        try await addCruise("weekend", "mechta", from: "kazan", ["volga"], "2027-06-01", 5, ["30000"], 50)
        try await addCruise("valaam-trip", "neva", from: "peter", ["north"], "2027-06-15", 10, ["25000"], 20)
        try await addCruise(
            "astrakhan",
            "neva",
            from: "kazan",
            ["volga", "golden"],
            "2027-07-01",
            14,
            [],
            50
        )
        try await addCruise("sea", "aurora", from: "istanbul", ["south"], "2027-08-01", 8, ["99999.99"], 0)
        try await addDiscount(10, on: "weekend")
        try await addDiscount(20, on: "sea")
    }

    func id(_ name: String) -> String { ids[name] ?? "" }

    private mutating func addShip(
        _ key: String,
        _ title: String,
        _ category: String,
        kind: String = "river",
        cabins: [Int64]
    ) async throws {
        let ship = try await vitrina.publish(
            Ships.self,
            ["title": .string(title), "kind": .string(kind), "category": .string(category)]
        )
        ids[key] = ship
        for (number, places) in cabins.enumerated() {
            let cabinClass = try await vitrina.publish(
                CabinClasses.self,
                ["ship": .string(ship), "title": .string("Класс \(number)"), "places": .integer(places)]
            )
            let cabin: [String: JSON] = [
                "ship": .string(ship), "number": .string("10\(number)"), "deck": "Главная",
                "cabin_class": .string(cabinClass), "places": .integer(places),
            ]
            _ = try await vitrina.publish(ShipCabins.self, cabin)
        }
    }

    mutating func addCruise(
        _ key: String,
        _ ship: String,
        from city: String,
        _ directions: [String],
        _ day: String,
        _ days: Int64,
        _ prices: [String],
        _ popularity: Int64,
        _ changes: [String: JSON] = [:]
    ) async throws {
        var fields = fields(key, ship, from: city, directions, day, days, prices)
        fields["popularity"] = .integer(popularity)
        ids[key] = try await vitrina.publish(Cruises.self, fields.merging(changes) { $1 })
    }

    /// A cruise that departs at 18:30 in Moscow, and returns after so many days at 09:00.
    func fields(
        _ key: String,
        _ ship: String,
        from city: String,
        _ directions: [String],
        _ day: String,
        _ days: Int64,
        _ prices: [String]
    ) -> [String: JSON] {
        let start = CivilDate(day)?.daysSince1970 ?? 0
        let end = CivilDate(daysSince1970: start + days - 1)
        let fields: [String: JSON] = [
            "kind": ship == "aurora" ? "sea" : "river", "title": .string("Круиз \(key)"),
            "ship": .string(id(ship)), "directions": .array(directions.map { .string(id($0)) }),
            "starts_at": .string("\(day)T15:30:00Z"), "ends_at": .string("\(end)T06:00:00Z"),
            "stops": [
                ["day": .integer(days), "city": .string(id("valaam"))],
                ["day": 1, "city": .string(id(city))],
            ],
            "prices": .array(prices.map { ["price": (try? JSON(parsing: $0)) ?? .null] }),
        ]
        return fields.filter { $0.value != .array([]) }
    }

    mutating func addDiscount(
        _ percent: Int64,
        on cruise: String,
        _ changes: [String: JSON] = [:]
    ) async throws {
        let fields: [String: JSON] = [
            "title": .string("Скидка \(percent)%"), "percent": .integer(percent),
            "cruises": [.string(id(cruise))],
        ]
        ids["discount-\(percent)"] = try await vitrina.publish(Discounts.self, fields.merging(changes) { $1 })
    }

    // MARK: The app

    func search(_ body: JSON, headers: HTTPFields = [:]) async throws -> Vitrina.Reply {
        try await vitrina.send(.post, "/api/v3/Cruise/Filter", body, headers: headers, as: nil)
    }

    /// The names of the cruises that a search finds, in its order.
    func found(_ filter: JSON = [:], _ sort: String = "date_asc") async throws -> [String] {
        names(of: try await search(["filter": filter, "sort": .string(sort)]))
    }

    func names(of reply: Vitrina.Reply) -> [String] {
        let names = Dictionary(ids.map { ($0.value, $0.key) }) { first, _ in first }
        return reply.json.items.map { names[$0["id"]?.string ?? ""] ?? "?" }
    }
}

extension JSON {
    /// The counts of a facet by the names of its values.
    func counts(_ facet: String) -> [String: Int64] {
        let values = self["filterConfig"]?[facet]?.array ?? []
        return Dictionary(values.map { ($0["name"]?.string ?? "", $0["count"]?.integer ?? -1) }) { first, _ in
            first
        }
    }
}
