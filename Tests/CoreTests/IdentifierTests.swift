import Storage
import TestSupport
import Testing

@testable import Core

@Suite struct IdentifierTests {
    private static let now = Clock().now
    private static let numbers = [0, 1, 2, 511, 4_095, 4_096, 100_000, 3_000_000]

    // RFC 9562 §6.2
    @Test func `the ids of one moment sort by their numbers`() {
        let ids = Self.numbers.map { Identifier.new($0, at: Self.now, random: .system) }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { Identifier.normalized($0) == $0 && Array($0)[14] == "7" })
        #expect(ids[0].prefix(13) == Identifier.new(at: Self.now, random: .system).prefix(13))
    }

    @Test func `the ids of a series begin alike, sort by their numbers, and are the same again`() {
        func ids(_ series: UInt8) -> [String] {
            Self.numbers.map {
                let digest = Array(repeating: UInt8($0 % 251), count: 32)
                return Identifier.derived(from: digest, number: $0, of: [series, 2, 3, 4])
            }
        }
        #expect(ids(7) == ids(7).sorted() && ids(7) == ids(7))
        #expect(ids(7).allSatisfy { $0.hasPrefix("07020304-") && Array($0)[14] == "8" })
        #expect(Set(ids(7)).isDisjoint(with: ids(8)))
    }

    @Test
    func
        `the search numbers entries in the order of an import, and tells apart ids that differ in one digit`()
    {
        let imported = (0..<5_000).map {
            SearchPlace.document(Identifier.new($0, at: Self.now, random: .system))
        }
        let pairs = zip(imported, imported.dropFirst())
        // Those of 4,096 rows in one millisecond differ in twelve bits, and the hash decides the rest.
        #expect(pairs.allSatisfy { $0 >> 9 < $1 >> 9 } && imported.allSatisfy { $0 > 0 })

        let plain = (0..<5_000).map { number in
            "00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - "\(number)".count))\(number)"
        }
        #expect(Set(plain.map { SearchPlace.document($0) }).count > 4_980)
        // Two with the same number part at the next attempt.
        let id = Identifier.new(0, at: Self.now, random: .system)
        let attempts = Set((0..<1_000 as Range<Int64>).map { SearchPlace.document(id, attempt: $0) })
        #expect(attempts.count > 990 && attempts.allSatisfy { $0 >> 21 == imported[0] >> 21 })
    }
}
