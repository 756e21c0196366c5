import Testing

@testable import Feeds

struct FeedDifferenceTests {
    typealias Change = FeedDifference.Change

    // T91
    @Test(
        arguments: [
            (nil, nil, 1, .added), (nil, 1, 1, .unchanged), (nil, 2, 1, .changed), (1, 1, 1, .unchanged),
            (1, 1, 2, .changed), (1, 2, 3, .kept), (1, 2, 2, .unchanged), (1, nil, 1, .kept),
            (1, 1, nil, .removed), (1, 2, nil, .kept), (1, nil, nil, nil), (nil, 1, nil, nil),
        ] as [(UInt64?, UInt64?, UInt64?, Change?)]
    )
    func `what people have changed stays`(
        written: UInt64?,
        current: UInt64?,
        new: UInt64?,
        expected: Change?
    ) {
        #expect(Change(written: written, current: current, new: new) == expected)
    }

    @Test func `a row that people have removed can be restored`() {
        #expect(Change(written: 1, current: nil, new: 1, restores: true) == .added)
    }

    @Test func `the first hundred of many are named`() {
        var difference = FeedDifference()

        for number in 1_000..<6_000 { difference.add(.added, "t\(number)") }

        #expect(difference[.added].count == 5_000)
        #expect(difference[.added].examples == (1_000..<1_100).map { "t\($0)" })
        #expect(!difference.isEmpty)
    }

    @Test func `a hash stays the same from version to version`() {
        var hash = ContentHash()
        hash.add("Тверь")
        hash.add(nil as Int32?)
        hash.add(752)

        #expect(hash.value == 12_525_795_880_744_725_108)
    }
}
