import Core
import Storage
import Transit

/// The days on which threads run, as staff write them (T95).
struct Calendar: Sendable, Hashable {
    /// The most days that are added or removed.
    static let exceptionsMax = 1_000
    /// Characters.
    static let titleLengthMax = 200

    var title: String
    var first: Int32
    var last: Int32
    /// Bit 0 is Monday.
    var weekdays: UInt8
    var added: [Int32] = []
    var removed: [Int32] = []

    init(
        title: String,
        first: Int32,
        last: Int32,
        weekdays: UInt8,
        added: [Int32] = [],
        removed: [Int32] = []
    ) {
        (self.title, self.first, self.last, self.weekdays) = (title, first, last, weekdays)
        (self.added, self.removed) = (added, removed)
    }

    init(_ row: Row) throws {
        title = try row.get("title")
        first = Int32(day: try row.get("starts_on")) ?? 0
        last = Int32(day: try row.get("ends_on")) ?? 0
        weekdays = UInt8(clamping: try row.get("weekdays", as: Int64.self))
        added = Self.days(try row.get("added"))
        removed = Self.days(try row.get("removed"))
    }

    var runningDays: RunningDays {
        RunningDays(from: first, to: last, weekdays: weekdays, added: added, removed: removed)
    }

    /// The days of a JSON array of texts.
    static func days(_ text: String) -> [Int32] {
        ((try? JSON(parsing: text).array) ?? []).compactMap { $0.string.flatMap { Int32(day: $0) } }
    }

    static func text(_ days: [Int32]) -> String {
        JSON.array(days.sorted().map { .string($0.day) }).text
    }
}

extension Int32 {
    /// Reads `2026-06-12` as days since 1970-01-01.
    init?(day text: String) {
        guard let date = CivilDate(text) else { return nil }
        self.init(exactly: date.daysSince1970)
    }

    /// `2026-06-12`, of days since 1970-01-01.
    var day: String { CivilDate(daysSince1970: Int64(self)).description }
}
