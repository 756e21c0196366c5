import Core
import Storage

/// The body of `Order/Create` (decision 14).
struct OrderRequest: Sendable {
    struct Cabin: Sendable {
        let id: String
        /// Empty if the cabin is booked for as many as it has places.
        let passengers: [PersonalData]
    }

    let cruiseID: String
    let kind: CruiseKind
    let cabins: [Cabin]
    let variant: OrderVariant
    let promoCode: String?

    /// The digest of a user, a cruise and its cabins, in whatever order they are named.
    func digest(of userID: String) -> [UInt8] {
        SHA256.digest(([userID, cruiseID] + cabins.map(\.id).sorted()).joined(separator: " ").utf8)
    }

    init(_ body: [String: JSON], _ rules: PersonalData.Rules) throws(CruiseError) {
        guard let cruiseID = body["cruise_id"]?.string.flatMap({ Identifier.normalized($0) }) else {
            throw .bad("cruise_id must be the id of a cruise")
        }
        guard let kind = body["type"]?.string.flatMap(CruiseKind.init(rawValue:)) else {
            throw .bad("type must be river or sea")
        }
        guard let variant = body["variant"]?.string.flatMap(OrderVariant.init(rawValue:)) else {
            throw .bad("variant must be block, prepayment or full")
        }
        (self.cruiseID, self.kind, self.variant) = (cruiseID, kind, variant)
        promoCode = try Self.promoCode(body["promo_code"])
        cabins = try Self.cabins(body["cabins"], rules)
    }

    private static func promoCode(_ value: JSON?) throws(CruiseError) -> String? {
        guard let value, value != .null else { return nil }
        guard let code = value.string else { throw .bad("promo_code must be a string") }
        return code.trimmingSpaces.isEmpty ? nil : code
    }

    private static func cabins(_ value: JSON?, _ rules: PersonalData.Rules) throws(CruiseError) -> [Cabin] {
        let most = Int(OrderPricing.seatsMax)
        guard let list = value?.array, 1...most ~= list.count else {
            throw .bad("cabins must be a list of 1 to \(most) cabins")
        }
        var cabins: [Cabin] = []
        for element in list {
            guard let id = element["cabin_id"]?.string.flatMap({ Identifier.normalized($0) }) else {
                throw .bad("cabin_id must be the id of a cabin")
            }
            guard !cabins.contains(where: { $0.id == id }) else { throw .bad("A cabin is named twice.") }
            cabins.append(Cabin(id: id, passengers: try passengers(element["passengers"], rules)))
        }
        guard cabins.reduce(0, { $0 + $1.passengers.count }) <= most else {
            throw .bad("An order has at most \(most) passengers.")
        }
        return cabins
    }

    private static func passengers(
        _ value: JSON?,
        _ rules: PersonalData.Rules
    ) throws(CruiseError) -> [PersonalData] {
        guard let value, value != .null else { return [] }
        guard let list = value.array, list.count <= Int(OrderPricing.seatsMax) else {
            throw .bad("passengers must be a list of at most \(OrderPricing.seatsMax) objects")
        }
        var passengers: [PersonalData] = []
        for element in list {
            guard let body = element.object else { throw .bad("A passenger must be an object.") }
            var data = PersonalData()
            try data.apply(body, rules)
            passengers.append(data)
        }
        return passengers
    }
}
