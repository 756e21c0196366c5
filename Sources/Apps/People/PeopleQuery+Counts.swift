import Core
import Storage
import Web

/// The numbers of users in lists, read without the tables that only rows need.
extension PeopleQuery {
    /// The number of users, however great it is.
    func count(on connection: any Connection) throws -> Int64 {
        let condition = filter.condition
        return try connection.rows(
            "SELECT count(*) AS count FROM \(Self.source.tables(for: [condition])) WHERE \(condition)"
        ).first?.get("count") ?? 0
    }

    /// The number of users up to a bound.
    func boundedCount(on connection: any Connection) throws -> BoundedCount {
        let condition = filter.condition
        let counting = SQL.counting(Self.source.tables(for: [condition]), where: condition)
        return BoundedCount(try connection.rows(counting).first?.get("count") ?? 0)
    }

    /// The number of users in each list up to a bound; PostgreSQL answers all of them in one round trip.
    ///
    /// A list without a search is counted by itself: that ends at the bound, or is helped by an index. A search reads
    /// all users; so lists with the same one share it, and what a flag leaves of more users than the bound is nil.
    static func counts(of queries: [Self], on connection: any Connection) throws -> [BoundedCount?] {
        let shares = queries.indices.reduce(into: [CountShare]()) { shares, index in
            let filter = queries[index].filter
            guard let search = filter.search else {
                shares.append(CountShare(condition: filter.condition, index))
                return
            }
            let known = shares.firstIndex { $0.isSearch && $0.condition == search }
            if let known {
                shares[known].add(index, filter.flag)
            } else {
                shares.append(CountShare(search: search, index, filter.flag))
            }
        }
        var counts = [BoundedCount?](repeating: nil, count: queries.count)
        guard !shares.isEmpty else { return counts }
        let answers = try connection.rows(each: shares.map { $0.sql(source) })
        for (share, rows) in zip(shares, answers) {
            guard let row = rows.first else { continue }
            for (index, count) in try share.counts(row) { counts[index] = count }
        }
        return counts
    }
}

/// Lists that are counted by one statement.
private struct CountShare {
    let condition: SQL
    /// True if it is a search, whose users are told apart by the flags of lists.
    let isSearch: Bool
    /// The places of the lists, each with the flag that narrows it.
    private var lists: [(index: Int, flag: SQL?)]

    init(condition: SQL, _ index: Int) {
        (self.condition, isSearch) = (condition, false)
        lists = [(index: index, flag: nil)]
    }

    init(search: SQL, _ index: Int, _ flag: SQL?) {
        (condition, isSearch) = (search, true)
        lists = [(index: index, flag: flag)]
    }

    mutating func add(_ index: Int, _ flag: SQL?) { lists.append((index: index, flag: flag)) }

    func sql(_ source: ResourceSource) -> SQL {
        let flags = lists.compactMap(\.flag)
        let tables = source.tables(for: [condition] + flags)
        let cases = flags.enumerated().map { place, flag in
            ", CASE WHEN \(flag) THEN 1 ELSE 0 END AS \(name: "n\(place)")" as SQL
        }
        let sums = flags.indices.map { place in
            ", CAST(coalesce(sum(found.\(name: "n\(place)")), 0) AS bigint) AS \(name: "n\(place)")" as SQL
        }
        return """
            SELECT count(*) AS count\(sums.joined(separator: "")) FROM (
                SELECT 1 AS one\(cases.joined(separator: "")) FROM \(tables) WHERE \(condition)
                LIMIT \(BoundedCount.max + 1)
            ) AS found
            """
    }

    /// The count of each list, from the row that the statement has answered.
    func counts(_ row: Row) throws -> [(index: Int, count: BoundedCount?)] {
        let whole = BoundedCount(try row.get("count"))
        var counts: [(index: Int, count: BoundedCount?)] = []
        var place = 0
        for (index, flag) in lists {
            if flag == nil {
                counts.append((index: index, count: whole))
            } else {
                let part = BoundedCount(try row.get("n\(place)"))
                counts.append((index: index, count: whole.isMore ? nil : part))
                place += 1
            }
        }
        return counts
    }
}
