import Core
import Foundation
import TestSupport
import Testing

@testable import Apps

/// The arithmetic of orders, without a database.
struct OrderPricingTests {
    private typealias Cabin = OrderPricing.Cabin
    private typealias Terms = OrderPricing.Terms

    @Test func `a cabin costs the price of its class for each person`() {
        let pricing = OrderPricing(
            [Cabin(price: 30_000_00, seats: 2), Cabin(price: 45_000_50, seats: 3)],
            Terms()
        )
        #expect(pricing.cabinsSum == 60_000_00 + 135_001_50)
        #expect(pricing.total == pricing.cabinsSum)
    }

    // C107: the best discount first, then the promo code, each rounded to a kopeck
    @Test func `the discount comes before the promo code`() {
        let cabins = [Cabin(price: 1_000_05, seats: 1)]
        let percent = OrderPricing(cabins, Terms(discountPercent: 10, promo: .percent(10)))
        // 100005 × 0.9 = 90004.5, and 90005 × 0.9 = 81004.5
        #expect(percent.discount == 10_000 && percent.promo == 9_000 && percent.total == 81_005)
        let sum = OrderPricing(cabins, Terms(discountPercent: 10, promo: .sum(500_00)))
        #expect(sum.promo == 500_00 && sum.total == 90_005 - 50_000)
    }

    // C107
    @Test func `no discount makes a price negative`() {
        let cabins = [Cabin(price: 100, seats: 1)]
        #expect(OrderPricing(cabins, Terms(promo: .sum(1_000_000))).total == 0)
        #expect(OrderPricing(cabins, Terms(discountPercent: 99, promo: .percent(100))).total == 0)
        #expect(OrderPricing(cabins, Terms(promo: .sum(-5))).total == 100)
    }

    // C110
    @Test func `a fee is for each person and on top, a tax is within the total`() {
        let pricing = OrderPricing(
            [Cabin(price: 1_000_00, seats: 3)],
            Terms(discountPercent: 50, portFee: 250_00, vatPercent: 20)
        )
        #expect(pricing.portFee == 750_00)
        #expect(pricing.total == 1_500_00 + 750_00)
        #expect(pricing.vat == 375_00)
        let lines = TaxLine.lines(of: pricing, portFee: 250_00, vatPercent: 20)
        #expect(lines.map(\.kopecks) == [750_00, 375_00])
        #expect(TaxLine.lines(of: pricing, portFee: 0, vatPercent: 0).isEmpty)
    }

    @Test func `one person pays what the card of the cruise says`() {
        for (price, percent) in [(1, 50), (99, 1), (100_05, 10), (33_333_33, 33)] as [(Int64, Int64)] {
            let pricing = OrderPricing([Cabin(price: price, seats: 1)], Terms(discountPercent: percent))
            #expect(pricing.total == CruisePrice(minimum: price, best: Int(percent)).discounted)
        }
    }

    @Test func `a share and the rest are the whole, and the share is rounded up at a half`() {
        #expect(OrderPricing.share(50, of: 101) == 51)
        #expect(OrderPricing.share(100, of: 101) == 101 && OrderPricing.share(0, of: 101) == 0)
    }

    // C107, C110, C119
    @Test func `the lines add up, whatever the numbers are`() {
        var random = SeededRandom(seed: 39)
        for _ in 0..<20_000 {
            let cabins = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                Cabin(
                    price: .random(in: 1...CruiseMoney.priceMax, using: &random),
                    seats: .random(in: 1...9, using: &random)
                )
            }
            let promos: [OrderPricing.Promo?] = [
                nil, .percent(.random(in: 1...100, using: &random)),
                .sum(.random(in: 1...CruisePromo.sumMax, using: &random)),
            ]
            let terms = Terms(
                discountPercent: .random(in: 0...99, using: &random),
                promo: promos.randomElement(using: &random) ?? nil,
                portFee: .random(in: 0...OrderPricing.portFeeMax, using: &random),
                vatPercent: .random(in: 0...100, using: &random)
            )
            let pricing = OrderPricing(cabins, terms)
            #expect(pricing.total == pricing.cabinsSum - pricing.discount - pricing.promo + pricing.portFee)
            #expect(pricing.discount >= 0 && pricing.promo >= 0 && pricing.portFee >= 0)
            #expect(pricing.total >= pricing.portFee && pricing.vat <= pricing.total)
            let off = pricing.discount * 100 - pricing.cabinsSum * terms.discountPercent
            #expect(abs(off) <= 50 * Int64(cabins.count))
            #expect(OrderPricing.share(terms.discountPercent, of: pricing.total) <= pricing.total)
        }
    }

    // C119
    @Test func `rubles have exact digits`() {
        for (kopecks, text) in [
            (0, "0"), (1, "0.01"), (10, "0.1"), (100, "1"), (123_45, "123.45"),
            (90_071_992_547_409_91, "90071992547409.91"),
            (-5, "-0.05"), (-100, "-1"),
        ] as [(Int64, String)] {
            #expect(CruiseMoney.rubles(kopecks).text == text)
        }
        #expect(CruiseMoney.kopecks(.decimal(Decimal(12345) / 100)) == 12345)
        #expect(CruiseMoney.kopecks(5) == 500 && CruiseMoney.kopecks("5.50") == 550)
        #expect(CruiseMoney.kopecks(.decimal(Decimal(1) / 1000)) == nil && CruiseMoney.kopecks(-1) == nil)
        #expect(CruiseMoney.kopecks(.integer(CruiseMoney.priceMax / 100 + 1)) == nil)
    }
}
