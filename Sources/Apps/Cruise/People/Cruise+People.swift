import Core
import Hummingbird
import Storage
import Web

extension Cruise {
    static let codeNumbers = 10_000...99_999

    func addPeopleRoutes(to group: RouterGroup<WebContext>, services: Services) {
        CruiseAuthRoutes(services: services).add(to: group)
        CruiseProfileRoutes(services: services).add(to: group)
        CruiseDeviceRoutes(services: services).add(to: group)
        CruiseCallbackRoutes(services: services).add(to: group)
        CruiseInternalRoutes(services: services).add(to: group)
    }

    /// Removes what has expired: sign-ins, and devices that were not seen for long.
    func tidyPeople(_ services: Services) async throws {
        let now = services.now()
        let unseen = now.advanced(by: .zero - Self.deviceAge)
        _ = try await services.database.write { connection in
            try connection.endCruiseSessions(where: "expires_at <= \(now)")
            return try connection.execute("DELETE FROM cruise_devices WHERE seen_at <= \(unseen)")
        }
    }

    /// The time after which Firebase itself regards a token as stale.
    private static let deviceAge: Duration = .seconds(270 * 86_400)
}

extension CodePolicy {
    /// Five digits; the first one is not zero, because a client may read the code as a number.
    static func cruise(_ settings: AppSettings) -> CodePolicy {
        CodePolicy(app: Cruise.app, numbers: Cruise.codeNumbers, settings: settings)
    }
}

/// The calls with a token in the path, which no log may show (C14).
extension Cruise {
    static let secretPaths = [
        "User/GetByToken/{token}", "User/Update/{token}", "User/GetCitizenships/{token}",
        "Order/GetAllByUserToken/{token}", "Order/GetOneByUserTokenAndOrderId/{token}",
        "Passenger/Update/{token}",
    ]
}

/// The part of the back office about people.
extension Cruise {
    static let peopleResources: [any ResourceDeclaration.Type] = [
        CruiseUsers.self, CruiseCallbacks.self, CruiseDevices.self,
    ]
    static let peoplePageList = [
        ModulePage(CruiseCallbacks.resource), ModulePage(CruiseUsers.resource),
        ModulePage(CruiseDevices.resource),
    ]
    static let peopleAudit = AuditGroup(
        AuditGroup.Subject("callback", CruiseCallbacks.title),
        [.callbackChanged]
    )
}
