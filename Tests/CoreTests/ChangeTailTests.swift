import Storage
import Testing

@testable import Core

struct ChangeTailTests {
    @Test func `numbers in order leave nothing behind`() {
        var tail = ChangeTail(latest: [3, 4, 5], WriteProgress(ended: 0, begun: 0))

        tail = tail.taking([6, 7], WriteProgress(ended: 0, begun: 0))

        #expect(tail.last == 7)
        #expect(tail.settled == 7)
        #expect(tail.gaps.isEmpty)
    }

    @Test func `an empty history begins at nothing`() {
        let tail = ChangeTail(latest: [], WriteProgress(ended: 5, begun: 5))

        #expect(tail.last == 0)
        #expect(tail.taking([1], WriteProgress(ended: 6, begun: 6)).settled == 1)
    }

    @Test func `what was passed over is looked for until its writes have ended`() {
        let running = WriteProgress(ended: 10, begun: 13)
        var tail = ChangeTail(latest: [1, 2, 6], running)
        #expect(tail.settled == 2)
        #expect(tail.gaps.map(\.numbers) == [3...5])

        tail = tail.taking([4, 9], WriteProgress(ended: 11, begun: 20))
        #expect(tail.last == 9)
        #expect(tail.settled == 2)
        #expect(tail.gaps.map(\.numbers) == [3...3, 5...5, 7...8])

        // Every write that had begun when 3 and 5 were missed has ended, so they will never appear.
        tail = tail.taking([], WriteProgress(ended: 13, begun: 21))
        #expect(tail.gaps.map(\.numbers) == [7...8])
        #expect(tail.settled == 6)

        tail = tail.taking([7, 8], WriteProgress(ended: 14, begun: 21))
        #expect(tail.settled == 9)
    }

    @Test func `what is passed over while nobody writes was never kept`() {
        let tail = ChangeTail(latest: [1, 5], WriteProgress(ended: 8, begun: 8))

        #expect(tail.gaps.isEmpty)
        #expect(tail.settled == 5)
    }

    @Test func `so many are looked for and no more`() {
        let numbers = (0..<1_000).map { Int64($0) * 2 }

        let tail = ChangeTail(latest: numbers, WriteProgress(ended: 1, begun: 2))

        #expect(tail.gaps.count == ChangeTail.changeGapsMax)
        #expect(tail.last == 1_998)
    }
}
