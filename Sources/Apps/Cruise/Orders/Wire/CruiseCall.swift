import Core
import Hummingbird
import Storage
import Web

/// A request of a signed-in user of the cruise app.
struct CruiseCall: Sendable {
    let services: Services
    let request: Request
    let context: WebContext
    let orders: OwnOrders

    /// Signs the user in; 401 for a guest (C90).
    init(_ request: Request, _ context: WebContext, _ services: Services, token: String? = nil) async throws {
        let pathToken = try token.map { name in
            guard let text = context.parameters.get(name)?.percentDecoded else {
                throw CruiseError.unauthorized
            }
            return text
        }
        let user = try await CruiseSession(services: services).user(request, pathToken: pathToken)
        (self.services, self.request, self.context) = (services, request, context)
        orders = OwnOrders(services: services, userID: user.id, now: services.now())
    }

    /// A parameter of the path that is an id; anything else is as unknown as a wrong id.
    func id(_ name: String) throws(CruiseError) -> String {
        guard let id = context.parameters.get(name).flatMap({ Identifier.normalized($0) }) else {
            throw .notFound
        }
        return id
    }

    /// The members of the body.
    func body() async throws -> [String: JSON] { try await CruiseBody(request).members }

    func rules(isWhole: Bool) async throws -> PersonalData.Rules {
        try await services.live.load()
        let live = services.live.state
        return PersonalData.Rules(
            today: CruiseTerm.date(of: orders.now),
            isCitizenship: { live[Citizenships.type.name][$0] != nil },
            isWhole: isWhole
        )
    }
}

extension [String: JSON] {
    /// An id in a body under one of its names: 404 if it is none, as for the one of somebody else.
    func id(_ names: String...) throws(CruiseError) -> String {
        for name in names {
            guard let value = self[name], value != .null else { continue }
            guard let id = value.string.flatMap({ Identifier.normalized($0) }) else { throw .notFound }
            return id
        }
        throw .bad("\(names[0]) is missing")
    }
}
