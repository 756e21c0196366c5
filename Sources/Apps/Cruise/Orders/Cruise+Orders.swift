import Core
import Hummingbird
import Storage
import Web

/// The part of orders: what `Cruise` names of it.
extension Cruise {
    static let orderResources: [any ResourceDeclaration.Type] = [
        CruiseOrders.self, CruisePayments.self, CruiseRefunds.self, CruisePromos.self, CruiseCampaigns.self,
        CruiseStatistics.self,
    ]
    static let orderPages = [
        ModulePage(CruiseOrders.resource), ModulePage(CruisePayments.resource),
        ModulePage(CruiseRefunds.resource), ModulePage(CruisePromos.resource),
        ModulePage(CruiseCampaigns.resource), ModulePage(CruiseStatistics.resource),
    ]

    static let orderAudit = AuditGroup(
        AuditGroup.Subject("cruise-orders", Localized("Заказы круизов", "Orders of cruises")),
        [
            .cruiseOrderMoved, .cruiseOrderCancelled, .cruiseOrderExtended, .cruiseOrderOptions,
            .cruiseRefundAsked, .cruiseRefundApproved, .cruiseRefundRefused, .cruiseRefundRetried,
            .cruisePromoAdded, .cruisePromoChanged,
        ]
    )

    static let orderIdentifiers = [
        IdentifierSource("cruise/orders", table: "cruise_orders", right: .readPeople),
        IdentifierSource("cruise/promos", table: "cruise_promos", right: .readContent),
    ]

    func addOrderRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {
        CabinRoutes(services: services).add(to: group)
        OrderRoutes(services: services, clients: clients).add(to: group)
        PassengerRoutes(services: services).add(to: group)
        PaymentRoutes(services: services, clients: clients).add(to: group)
        DocumentRoutes(services: services, clients: clients).add(to: group)
        TestBankRoutes(services: services).add(to: group)
    }
}
