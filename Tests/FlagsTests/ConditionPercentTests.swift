import Core
@testable import Flags
import Testing

struct ConditionPercentTests {
    // R53
    @Test(arguments: [
        ("abc", "u1", 82_656_020), ("abc", "u2", 47_594_266), ("", "u1", 41_909_017),
        ("rollout-1", "cAAAAAAAAAAAAAAAAAAAAA", 24_469_736), ("abcdef", "123", 9_571_542),
        ("abcdef", "789", 75_920_104), ("1", "1", 28_947_664),
    ])
    func `an installation stands where the contract has it`(seed: String, id: String, micro: Int64) {
        #expect(FlagPercent(seed: seed, .lessOrEqual(0)).micro(of: id) == micro)
    }

    // R52, R53
    @Test(arguments: [
        ("1", "one", false), ("2", "two", false), ("3", "three", true), ("4", "four", false),
        ("5", "five", true),
        ("", "😊", true), ("", "😀", false), ("hêl£o", "wørlÐ", false), ("řemøťe", "çōnfįġ", true),
        ("long", String(repeating: ".", count: 100), true),
        ("very-long", String(repeating: ".", count: 1000), false),
    ])
    func `half of all are between 0 and 50`(seed: String, id: String, isIn: Bool) throws {
        var context = FlagContext.unknown
        context.instanceID = id
        let range: JSON = ["microPercentLowerBound": 0, "microPercentUpperBound": 50_000_000]
        let json: JSON = [
            "percent": ["percentOperator": "BETWEEN", "seed": .string(seed), "microPercentRange": range]
        ]

        #expect(try ConditionExpression(parsed: json).holds(in: context) == isIn)
    }

    // R52
    @Test(arguments: [
        ("percent('1') <= 28.947664", true), ("percent('1') <= 28.947663", false),
        ("percent('1') > 28.947664", false), ("percent('1') > 28.947663", true),
        // The lower bound is excluded, and the upper one is included.
        ("percent('1') between 28.947664 and 100", false), ("percent('1') between 0 and 28.947664", true),
        ("percent('1') between 28.947663 and 28.947664", true), ("percent <= 100", true),
        ("percent > 0", true),
    ])
    func `a bound is met to the millionth`(text: String, holds: Bool) throws {
        var context = FlagContext.unknown
        context.instanceID = "1"

        #expect(try ConditionExpression(parsing: text).holds(in: context) == holds)
    }

    // R54, D43
    @Test func `seeds are independent and shares come out`() throws {
        let first = try ConditionExpression(parsing: "percent('a') <= 30")
        let second = try ConditionExpression(parsing: "percent('A') <= 30")
        var counts = (first: 0, second: 0, both: 0)
        for number in 0..<10_000 {
            var context = FlagContext.unknown
            context.instanceID = "installation-\(number)"
            let (isFirst, isSecond) = (first.holds(in: context), second.holds(in: context))
            counts.first += isFirst ? 1 : 0
            counts.second += isSecond ? 1 : 0
            counts.both += isFirst && isSecond ? 1 : 0
        }

        // Five standard deviations on either side.
        #expect(2_770...3_230 ~= counts.first)
        #expect(2_770...3_230 ~= counts.second)
        #expect(757...1_043 ~= counts.both)
    }

    @Test(arguments: [
        ("10", "percent <= 10"), ("10.50", "percent <= 10.5"), (".000001", "percent <= 0.000001"),
        ("100", "percent <= 100"), ("007", "percent <= 7"),
    ])
    func `a share is written short`(written: String, text: String) throws {
        #expect(try ConditionExpression(parsing: "percent <= \(written)").text == text)
    }
}
