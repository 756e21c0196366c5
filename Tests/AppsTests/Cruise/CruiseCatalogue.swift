import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Web

/// A published ship with two classes of cabins, four cabins, cities and a direction, and cruises on it.
///
/// Everything is valid by default: a test sets only the relevant fields.
struct CruiseCatalogue: Sendable {
    let vitrina: Vitrina
    let ship: String
    let direction: String
    /// Moscow, Uglich and Yaroslavl.
    let cities: [String]
    /// A class of two places, and one of three.
    let classes: [String]
    /// Two cabins of the first class, then two of the second one.
    let cabins: [String]

    init(_ vitrina: Vitrina, kind: String = "river", _ fields: [String: JSON] = [:]) async throws {
        self.vitrina = vitrina
        let standard: [String: JSON] = [
            "title": "Волжская мечта", "kind": .string(kind), "category": "comfort",
            "includes": [["text": "Питание"], ["text": "Экскурсия в Угличе"]],
            "extras": [["text": "Бар", "price": 500], ["text": "Сувениры"]],
        ]
        let ship = try await vitrina.publish(Ships.self, standard.merging(fields) { $1 })
        self.ship = ship
        direction = try await vitrina.publish(
            CruiseDirections.self,
            ["title": ["ru": "Волга", "en": "Volga"], "kind": .string(kind)]
        )
        var (cities, classes, cabins) = ([String](), [String](), [String]())
        for name in ["Москва", "Углич", "Ярославль"] {
            cities.append(try await vitrina.publish(CruiseCities.self, ["name": ["ru": .string(name)]]))
        }
        for (index, places) in [2, 3].enumerated() {
            let id = try await vitrina.publish(
                CabinClasses.self,
                [
                    "ship": .string(ship), "title": .string("Класс \(index + 1)"),
                    "places": .integer(Int64(places)),
                ]
            )
            classes.append(id)
            for number in 1...2 {
                let cabin: [String: JSON] = [
                    "ship": .string(ship), "number": .string("\(index + 1)0\(number)"), "deck": "Главная",
                    "cabin_class": .string(id), "places": .integer(Int64(places)),
                ]
                cabins.append(try await vitrina.publish(ShipCabins.self, cabin))
            }
        }
        (self.cities, self.classes, self.cabins) = (cities, classes, cabins)
    }

    /// The fields of a cruise of five days from 15 June 2027, for 30,000 and 45,000.50 rubles.
    func fields(_ changes: [String: JSON] = [:], kind: String = "river") -> [String: JSON] {
        let stops: [JSON] = [
            ["day": 1, "city": .string(cities[0]), "departure": "18:30"],
            ["day": 2, "city": .string(cities[1]), "arrival": "13:00", "departure": "17:30"],
            ["day": 5, "city": .string(cities[2]), "arrival": "09:00"],
        ]
        let prices: [JSON] = [
            ["cabin_class": .string(classes[0]), "price": 30_000],
            ["cabin_class": .string(classes[1]), "price": .decimal(Decimal(450_005) / 10)],
        ]
        let standard: [String: JSON] = [
            "kind": .string(kind), "title": "Москва – Углич – Ярославль", "ship": .string(ship),
            "directions": [.string(direction)], "starts_at": "2027-06-15T15:30:00Z",
            "ends_at": "2027-06-19T06:00:00Z", "stops": .array(stops), "prices": .array(prices),
        ]
        return standard.merging(changes) { $1 }.filter { $0.value != .null }
    }

    @discardableResult
    func cruise(_ changes: [String: JSON] = [:], kind: String = "river") async throws -> String {
        try await vitrina.publish(Cruises.self, fields(changes, kind: kind))
    }

    @discardableResult
    func excursion(of cruise: String, _ changes: [String: JSON] = [:]) async throws -> String {
        let standard: [String: JSON] = [
            "cruise": .string(cruise), "day": 2, "city": .string(cities[1]), "name": "Кремль",
            "tariffs": [["name": "Взрослый", "price": 1_500], ["name": "Детский", "price": 900]],
        ]
        return try await vitrina.publish(Excursions.self, standard.merging(changes) { $1 })
    }

    @discardableResult
    func discount(_ percent: Int64, _ title: String, _ changes: [String: JSON] = [:]) async throws -> String {
        let standard: [String: JSON] = ["title": .string(title), "percent": .integer(percent)]
        return try await vitrina.publish(Discounts.self, standard.merging(changes) { $1 })
    }
}

extension Vitrina {
    /// Sends a request of the cruise app, without a session.
    func cruises(_ path: String, headers: HTTPFields = [:]) async throws -> Reply {
        try await send(.get, "/api/v3/\(path)", headers: headers, as: nil)
    }

    /// True if the reply is a refusal of the cruise contract, with exactly its two members.
    static func isCruiseRefusal(_ reply: Reply, _ status: Int, code: Int64? = nil) -> Bool {
        guard reply.status == status, case .object(let members) = reply.json,
            Set(members.keys) == ["code", "message"]
        else { return false }
        return members["code"] == .integer(code ?? Int64(status))
            && members["message"]?.string?.isEmpty == false
            && reply.headers[.contentType] == "application/json; charset=utf-8"
    }
}
