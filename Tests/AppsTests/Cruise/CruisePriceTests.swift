import Apps
import Core
import Foundation
import TestSupport
import Testing

/// Amounts of money in kopecks, and the best discount.
struct CruisePriceTests {
    // C75, C77, C119
    @Test(
        arguments: [
            (100_00, 10, 90_00), (1, 50, 1), (1, 51, 0), (99, 1, 98), (3_333, 33, 2_233), (0, 99, 0),
            (50, 99, 1), (49, 99, 0), (Int64.max, 0, Int64.max), (Int64.max, 100, 0),
            (Int64.max, 99, 92_233_720_368_547_758),
        ] as [(Int64, Int, Int64)]
    )
    func `a discount is rounded to the nearest kopeck`(kopecks: Int64, percent: Int, reduced: Int64) {
        #expect(CruisePrice.reduced(kopecks, by: percent) == reduced)
    }

    // C77, C119
    @Test func `a discount is what exact arithmetic says`() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<5_000 {
            let kopecks = Int64.random(in: 0...100_000_000_000_000, using: &random)
            let percent = Int.random(in: 0...100, using: &random)
            let exact = (kopecks * Int64(100 - percent) + 50) / 100
            #expect(CruisePrice.reduced(kopecks, by: percent) == exact, "\(kopecks) \(percent)")
        }
    }

    // C119
    @Test(
        arguments: [
            ("1234", 123_400), ("1234.5", 123_450), ("1234.05", 123_405), ("0.01", 1), ("0", 0),
            ("10000000", 1_000_000_000), ("92233720368547758.07", Int64.max),
        ] as [(String, Int64)]
    )
    func `rubles and kopecks are the same amount`(rubles: String, kopecks: Int64) throws {
        #expect(CruisePrice.kopecks(try JSON(parsing: rubles)) == kopecks)
        #expect(CruisePrice.rubles(kopecks) == rubles)
    }

    // C119
    @Test(arguments: ["-1", "1.005", "92233720368547758.08", "1e30", "\"x\"", "true", "null", "\".5\""])
    func `what is no amount has no kopecks`(text: String) throws {
        #expect(CruisePrice.kopecks(try JSON(parsing: text)) == nil)
    }
}
