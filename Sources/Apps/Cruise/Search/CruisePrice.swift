import Core

/// The price of a cruise in kopecks: the least of its cabin classes, with and without the best discount.
package struct CruisePrice: Sendable, Hashable {
    /// The least price of any cabin class; nil if the price is on request.
    package let minimum: Int64?
    /// The greatest price of any cabin class; nil like the least one.
    package let maximum: Int64?
    /// The greatest percent of the discounts that match the cruise; 0 if there is none.
    package let best: Int
    /// The price of a passenger; nil if the price is on request, the minimum if there is no discount.
    package let discounted: Int64?

    package init(minimum: Int64?, maximum: Int64? = nil, best: Int) {
        self.minimum = minimum
        self.maximum = maximum ?? minimum
        self.best = best
        discounted = minimum.map { Self.reduced($0, by: best) }
    }

    /// The discounts are those whose window is open.
    package static func of(_ cruise: LiveContent, discounts: [LiveContent]) -> CruisePrice {
        of(cruise, CruiseDiscounts(discounts))
    }

    static func of(_ cruise: LiveContent, _ discounts: CruiseDiscounts) -> CruisePrice {
        let prices = cruise.rows("prices").compactMap { $0.hundredths("price") }
        return CruisePrice(minimum: prices.min(), maximum: prices.max(), best: discounts.best(for: cruise))
    }

    /// `kopecks` × (100 − `percent`) / 100, a half rounded up; exact, because hundreds are reduced apart.
    package static func reduced(_ kopecks: Int64, by percent: Int) -> Int64 {
        let rest = Int64(100 - min(max(percent, 0), 100))
        let kopecks = max(kopecks, 0)
        return kopecks / 100 * rest + (kopecks % 100 * rest + 50) / 100
    }

    /// The kopecks of a number of rubles; nil for a negative one, and for parts of a kopeck.
    package static func kopecks(_ rubles: JSON) -> Int64? {
        switch rubles {
        case .integer(let number): kopecks(of: String(number))
        case .decimal(let number): kopecks(of: "\(number)")
        case .string(let text): kopecks(of: text)
        case .null, .bool, .array, .object: nil
        }
    }

    private static func kopecks(of text: String) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let digits = parts[0] + fraction + String(repeating: "0", count: max(0, 2 - fraction.count))
        guard fraction.count <= 2, !parts[0].isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else {
            return nil
        }
        return Int64(digits)
    }

    /// Rubles as JSON has them: `1234`, `1234.5`, `1234.05`.
    package static func rubles(_ kopecks: Int64) -> String {
        let (whole, rest) = (kopecks.magnitude / 100, kopecks.magnitude % 100)
        let fraction =
            rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return "\(kopecks < 0 ? "-" : "")\(whole)\(fraction)"
    }
}

extension JSONWriter {
    /// An amount in kopecks, written as a number of rubles.
    package mutating func member(_ name: String, kopecks: Int64) {
        member(name, json: Array(CruisePrice.rubles(kopecks).utf8))
    }
}
