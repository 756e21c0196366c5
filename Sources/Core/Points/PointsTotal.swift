import Storage

/// The entries of one app, day, side of the programme, cause and sign, added up.
struct PointsTotal: Sendable, Hashable {
    /// The values that all its entries share.
    struct Key: Sendable, Hashable {
        let app: String
        /// Days since 1970-01-01 in UTC.
        let day: Int64
        let programme: String
        let cause: String
        /// 1 if its entries give points, -1 if they take them, 0 if they do neither.
        let sign: Int64
    }

    let key: Key
    let lines: Int64
    let change: Int64

    /// The columns of `points_totals`.
    static let columns = ["app", "day", "programme", "cause", "sign", "lines", "change"]

    init(_ row: Row) throws {
        key = Key(
            app: try row.get("app"),
            day: try row.get("day"),
            programme: try row.get("programme"),
            cause: try row.get("cause"),
            sign: try row.get("sign")
        )
        lines = try row.get("lines")
        change = try row.get("change")
    }

    /// In the order of the columns.
    var values: [Value] {
        [
            .text(key.app), .integer(key.day), .text(key.programme), .text(key.cause), .integer(key.sign),
            .integer(lines), .integer(change),
        ]
    }

    /// The entries `e` of accounts `a` that match the condition, added up.
    static func sums(of condition: SQL, in dialect: Dialect) -> SQL {
        let day: SQL =
            switch dialect {
            case .sqlite: "e.created_at / 86400000000"
            case .postgres: "CAST(floor(extract(epoch FROM e.created_at) / 86400) AS bigint)"
            }
        return """
            SELECT a.app, \(day) AS day, e.programme, e.cause,
                CASE WHEN e.change > 0 THEN 1 WHEN e.change < 0 THEN -1 ELSE 0 END AS sign,
                count(*) AS lines, CAST(sum(e.change) AS bigint) AS change
            FROM points_entries e JOIN points_accounts a ON a.id = e.account_id
            WHERE \(condition) GROUP BY 1, 2, 3, 4, 5
            """
    }

    /// The day of a moment, and whether the moment is its start.
    static func day(of moment: Timestamp) -> (day: Int64, isStart: Bool) {
        let (days, rest) = moment.microseconds.quotientAndRemainder(dividingBy: dayLength)
        return (rest < 0 ? days - 1 : days, rest == 0)
    }

    /// The moment at which a day starts; nil outside the years 1 to 9999.
    static func start(of day: Int64) -> Timestamp? { Timestamp(microseconds: day * dayLength) }

    /// In microseconds.
    private static let dayLength: Int64 = 86_400_000_000
}
