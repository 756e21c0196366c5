import Core
import Storage

/// A tax on top of the prices, or within them.
struct TaxLine: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        /// For each person, on top.
        case portFee = "port_fee"
        /// Within the total.
        case vat

        var isIncluded: Bool { self == .vat }

        var title: Localized {
            switch self {
            case .portFee: Localized("Портовый сбор", "Port fee")
            case .vat: Localized("НДС в том числе", "VAT included")
            }
        }
    }

    let kind: Kind
    let percent: Int64?
    let kopecks: Int64

    init(kind: Kind, percent: Int64?, kopecks: Int64) {
        (self.kind, self.percent, self.kopecks) = (kind, percent, kopecks)
    }

    init(_ row: Row) throws {
        kind = try row.get("kind", as: String.self) == Kind.vat.rawValue ? .vat : .portFee
        percent = try row.get("percent")
        kopecks = try row.get("kopecks")
    }

    static func query(of orderID: String) -> SQL {
        "SELECT * FROM cruise_order_taxes WHERE order_id = \(orderID) ORDER BY kind"
    }

    static func lines(of pricing: OrderPricing, portFee: Int64, vatPercent: Int64) -> [TaxLine] {
        var lines: [TaxLine] = []
        if portFee > 0 { lines.append(TaxLine(kind: .portFee, percent: nil, kopecks: pricing.portFee)) }
        if vatPercent > 0 { lines.append(TaxLine(kind: .vat, percent: vatPercent, kopecks: pricing.vat)) }
        return lines
    }
}
