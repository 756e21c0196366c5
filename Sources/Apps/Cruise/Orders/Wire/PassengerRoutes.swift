import Core
import Hummingbird
import Storage
import Web

/// The calls of passengers: 40 and 41 of cruise.md 3.
struct PassengerRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("Passenger/Create") { request, context in
            let call = try await CruiseCall(request, context, services)
            let body = try await call.body()
            let added = try await call.orders.addPassenger(
                to: try body.id("order_id"),
                cabin: body["cabin_id"].map { $0 == .null } ?? true ? nil : try body.id("cabin_id"),
                body,
                try await call.rules(isWhole: true)
            )
            return Response.personal(PublicAnswer.json(added.json))
        }
        group.post("Passenger/Update/{userToken}/{passengerId}") { request, context in
            let call = try await CruiseCall(request, context, services, token: "userToken")
            return try await change(try call.id("passengerId"), call, try await call.body())
        }
        group.post("Passenger/Update") { request, context in
            let call = try await CruiseCall(request, context, services)
            let body = try await call.body()
            return try await change(try body.id("passenger_id", "id"), call, body)
        }
    }

    private func change(_ id: String, _ call: CruiseCall, _ body: [String: JSON]) async throws -> Response {
        let rules = try await call.rules(isWhole: false)
        let changed = try await call.orders.changePassenger(id, body, rules)
        return Response.personal(PublicAnswer.json(changed.json))
    }
}
