import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// The journeys of the app from one end to the other, over real HTTP.
struct CruiseJourneyTests {
    // C172
    @Test(arguments: TestDatabase.all)
    func `a guest searches, opens a card and its excursions, and asks to be called back`(
        kind: TestDatabase
    ) async throws {
        try await PaymentWorld.run(kind) { world in
            let catalogue = world.orders.catalogue
            try await catalogue.excursion(of: world.orders.cruise)
            let filter: JSON = [
                "filter": [
                    "cities": [.string(catalogue.cities[0])],
                    "dates": ["from": "2027-06-01", "to": "2027-06-30"],
                ]
            ]
            let found = try await world.guest("POST", "Cruise/Filter", filter)
            #expect(found.status == 200, "\(found.text)")
            #expect(found.text.contains(world.orders.cruise))
            let none: JSON = ["filter": ["dates": ["from": "2029-06-01", "to": "2029-06-30"]]]
            #expect(try await !world.guest("POST", "Cruise/Filter", none).text.contains(world.orders.cruise))
            let card = try await world.guest("GET", "Cruise/GetOne/\(world.orders.cruise)/river")
            #expect(card.json["cruise"]?["tur_title"] == "Москва – Углич – Ярославль")
            let excursions = try await world.guest("GET", "Excursion/Get/\(world.orders.cruise)/0")
            #expect(excursions.status == 200 && excursions.text.contains("Кремль"))
            let call: JSON = [
                "phone_number": "+7 999 123-45-67", "cruis_id": .string(world.orders.cruise), "type": 0,
            ]
            #expect(try await world.guest("POST", "User/Callback", call).status == 200)
            let list = try await world.orders.staff(.get, "callbacks?state=new").json["items"]?.array
            #expect(list?.first?["cruise_id"] == .string(world.orders.cruise))
        }
    }

    // C109, C174
    @Test(arguments: TestDatabase.all)
    func `a user books a cabin, pays by a QR code, and gets a voucher`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let cruise = world.orders.cruise
            let cabins = try await world.guest("GET", "Cruise/GetAvailableCabins/river/\(cruise)/2/1").json
                .array
            let cabin = try #require(cabins?.first?["id"]?.string)
            let price = try await world.guest("GET", "Cruise/GetCabinPrice/\(cruise)/\(cabin)")
            #expect(price.status == 200)
            let body = world.orders.body([(cabin, 0)])
            let order = try await world.call("POST", "Order/Create", body).json
            let id = try #require(order["id"]?.string)
            let passenger: JSON = [
                "order_id": .string(id), "surname": "Соколова", "name": "Анна", "sex": 2,
                "birthday": "1990.05.13",
                "passp_type": 1, "passp_number": "4510 123456", "passp_date": "2012.03.15",
                "passp_vidan": "ГУ МВД",
            ]
            #expect(try await world.call("POST", "Passenger/Create", passenger).status == 200)
            #expect(try await world.call("GET", "Document/GenerateByOrder/\(id)").json == [])

            let code = try await world.qr(id, percent: 50, amount: order["prepayment"] ?? .null).json
            try await world.press("pay", at: try #require(code["payload"]?.string))
            let state = try await world.call("GET", "Payment/GetQrState/\(code["qr_id"]?.string ?? "")")
            #expect(state.json["Success"] == true)
            let upcoming = try await world.call(
                "GET",
                "Order/GetAllByUserToken/\(world.app.token)?typeOrders=upcoming"
            )
            #expect(upcoming.json.array?.first?["status"] == "documents")

            let made = try await world.call("GET", "Document/GenerateByOrder/\(id)").json.array ?? []
            #expect(made.map { $0["type"] } == ["voucher", "contract"])
            let again = try await world.call("GET", "Document/GenerateByOrder/\(id)").json.array ?? []
            #expect(again == made, "what says the same is the same document")
            for path in ["Document/GetByOrder/\(id)", "Order/GetOrderDocuments/\(id)"] {
                #expect(try await world.call("GET", path).json.array == made)
            }
            let href = try #require(made.first?["href"]?.string)
            let path = String(href.dropFirst("\(world.url)/api/v3/".count))
            let file = try await world.call("GET", path)
            #expect(file.status == 200 && file.text.hasPrefix("%PDF-"))
            #expect(try await world.browse("GET", href).status == 401, "a guest")
            let stranger = try await world.orders.user(2)
            for path in [path, "Document/GenerateByOrder/\(id)", "Document/GetByOrder/\(id)"] {
                #expect(try await stranger.get(path).status == 404, "\(path)")
            }
        }
    }
}
