import Core
import Storage

/// A number of rows, counted up to a bound: no reader needs more.
package struct BoundedCount: Sendable, Hashable {
    /// A greater number is not told.
    package static let max: Int64 = 10_000

    /// The number, or that of the bound if there are more.
    package let number: Int64
    package let isMore: Bool

    /// `found` is the number of rows, of which at most one more than the bound is counted.
    package init(_ found: Int64) {
        (number, isMore) = (min(found, Self.max), found > Self.max)
    }

    /// For people: `10 000+`.
    package var text: String { RecordCell.grouped(number) + (isMore ? "+" : "") }
}

extension SQL {
    /// The statement that counts rows that match a condition, as `count`: as many as a bound, or one more.
    package static func counting(
        _ tables: SQL,
        where condition: SQL,
        upTo max: Int64 = BoundedCount.max
    ) -> SQL {
        """
        SELECT count(*) AS count FROM (
            SELECT 1 AS one FROM \(tables) WHERE \(condition) LIMIT \(max + 1)
        ) AS counted
        """
    }
}
