import Core
import Hummingbird
import Storage
import Web

/// The calls of cabins, which guests may make: 14 and 15 of cruise.md 3.
struct CabinRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.get("Cruise/GetAvailableCabins/{type}/{cruiseId}/{passengers}/{onlyFree}") { _, context in
            try await cabins(context)
        }
        group.get("Cruise/GetCabinPrice/{cruiseId}/{cabinId}") { request, context in
            try await price(request, context)
        }
    }

    /// C84: cabins with places for so many, all of them or those that are free.
    private func cabins(_ context: WebContext) async throws -> Response {
        let seats = try Self.seats(context.parameters.get("passengers"))
        let onlyFree: Bool
        switch context.parameters.get("onlyFree")?.lowercased() {
        case "1"?, "true"?: onlyFree = true
        case "0"?, "false"?: onlyFree = false
        case _: throw CruiseError.bad("onlyFree must be 1 or 0")
        }
        let (list, held) = try await list(context)
        guard list.cruise.string("kind") == context.parameters.get("type") else { throw CruiseError.notFound }
        let fitting = list.offers(held).filter { offer in
            offer.places >= seats && (!onlyFree || offer.state == .free)
        }
        return Response.personal(PublicAnswer.json(.array(fitting.map { $0.json(seats: seats) })))
    }

    /// C86: for one person, and for as many as are asked for or the cabin has places.
    private func price(_ request: Request, _ context: WebContext) async throws -> Response {
        let (list, held) = try await list(context)
        guard let id = context.parameters.get("cabinId").flatMap({ Identifier.normalized($0) }),
            let offer = list.offer(id, held)
        else { throw CruiseError.notFound }
        let asked = request.query.last { $0.name == "passengers" }?.value
        let seats = try asked.map { try Self.seats($0) } ?? offer.places
        guard seats <= offer.places else { throw CruiseError.bad("The cabin has \(offer.places) places.") }
        return Response.personal(
            PublicAnswer.json(offer.json(seats: seats).with("cruise_id", .string(list.cruise.id)))
        )
    }

    private func list(_ context: WebContext) async throws -> (CabinList, [String: OrderStatus]) {
        let now = services.now()
        try await services.live.load()
        let live = services.live.state
        guard let id = context.parameters.get("cruiseId").flatMap({ Identifier.normalized($0) }),
            let cruise = live.sellableCruise(id, at: now)
        else { throw CruiseError.notFound }
        let held = try await services.database.read { try $0.heldCabins(of: id) }
        return (CabinList(cruise, live, at: now), held)
    }

    private static func seats(_ text: String?) throws(CruiseError) -> Int64 {
        guard let seats = text.flatMap({ Int64($0) }), 1...OrderPricing.seatsMax ~= seats else {
            throw .bad("passengers must be from 1 to \(OrderPricing.seatsMax)")
        }
        return seats
    }
}
