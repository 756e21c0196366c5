import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// `Excursion/Get` (C79, C80, C153).
struct CruiseExcursionTests {
    // C79, C153
    @Test(arguments: TestDatabase.all)
    func `days have their city, times, photo and excursions with tariffs`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let (id, image) = (try await catalogue.cruise(), try await vitrina.image())
            let excursion = try await catalogue.excursion(
                of: id,
                ["photo": .string(image), "duration": "2 часа", "people_min": 10]
            )
            // It is in another city than the stop of its day, and on a day without a stop.
            try await catalogue.excursion(
                of: id,
                ["day": 3, "city": .string(catalogue.cities[2]), "name": "Музей", "tariffs": []]
            )

            let days = try await vitrina.cruises("Excursion/Get/\(id)/0").json.array ?? []

            #expect(days.map { $0["day"] } == [1, 2, 3, 5])
            #expect(days.map { $0["city"] } == ["Москва", "Углич", "Ярославль", "Ярославль"])
            #expect(days.map { $0["excursions"]?.array?.count } == [0, 1, 1, 0])
            let photo: JSON = .string("https://mall.example/media/\(image)")
            #expect(
                days[1] == [
                    "day": 2, "date": "2027-06-16", "city": "Углич", "arrival": "13:00", "stay": "04:30",
                    "departure": "17:30", "photo": photo,
                    "excursions": [
                        [
                            "id": .string(excursion), "name": "Кремль", "description": "", "photo": photo,
                            "duration": "2 часа", "included": false, "people_min": 10, "price": 900,
                            "priceDetailed": [
                                ["name": "Взрослый", "price": 1_500], ["name": "Детский", "price": 900],
                            ],
                        ]
                    ],
                ]
            )
            let other = days[2]["excursions"]?.array?.first
            #expect(other?["price"] == .null && other?["priceDetailed"] == [])
        }
    }

    // C80, C3
    @Test(arguments: TestDatabase.all)
    func `a cruise without excursions has code 1006`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let id = try await catalogue.cruise()
            let reply = try await vitrina.cruises("Excursion/Get/\(id)/0")
            #expect(Vitrina.isCruiseRefusal(reply, 404, code: 1006), "\(reply.text)")

            let excursion = try await catalogue.excursion(of: id)
            #expect(try await vitrina.cruises("Excursion/Get/\(id)/0").status == 200)
            try await vitrina.unpublish(excursion, of: Excursions.self)
            #expect(try await vitrina.cruises("Excursion/Get/\(id)/0").status == 404)
        }
    }
}
