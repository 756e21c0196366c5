import Core
import Storage

/// The filter of a list as SQL conditions, and as JSON for the audit.
package struct AdminFilter: Sendable {
    private var conditions: [SQL] = []
    /// The conditions of the flags.
    private var flags: [SQL] = []
    /// The same for a whole list.
    private var narrowing: [SQL] = []
    private var asked: [String: JSON] = [:]

    package init() {}

    package var condition: SQL { (conditions + narrowing).all }
    /// The condition of the search and the period, which reads all rows; nil if neither is given.
    package var search: SQL? { conditions.isEmpty ? nil : conditions.all }
    /// The condition of the flags, for rows that are found by something else; nil if none is set.
    package var flag: SQL? { flags.isEmpty ? nil : flags.all }
    package var detail: JSON { .object(asked) }

    /// `value` is recorded in the audit.
    package mutating func add(_ name: String, _ value: JSON, _ condition: SQL) {
        conditions.append(condition)
        asked[name] = value
    }

    /// Adds a condition that the audit does not record.
    package mutating func add(_ condition: SQL) { conditions.append(condition) }

    /// Adds the conditions of the flags that the query sets, true or false.
    ///
    /// `members` has another condition for some that are true, by which a list of few rows is found at once:
    /// `u.id IN (SELECT …)`. The condition itself is for a look at one row.
    package mutating func add(
        _ flags: [(name: String, condition: SQL)],
        members: [String: SQL] = [:],
        from query: inout AdminQuery
    ) {
        for (name, condition) in flags {
            guard let isWanted = query.bool(name) else { continue }
            let flag: SQL = isWanted ? condition : "NOT (\(condition))"
            self.flags.append(flag)
            narrowing.append(isWanted ? members[name] ?? flag : flag)
            asked[name] = .bool(isWanted)
        }
    }

    /// Adds a period; the names of both parameters begin with the prefix.
    package mutating func addPeriod(_ column: SQL, prefix: String = "", from query: inout AdminQuery) {
        if let from = query.moment("\(prefix)from") {
            add("\(prefix)from", .string(from.description), "\(column) >= \(from)")
        }
        if let until = query.moment("\(prefix)until") {
            add("\(prefix)until", .string(until.description), "\(column) < \(until)")
        }
    }
}
