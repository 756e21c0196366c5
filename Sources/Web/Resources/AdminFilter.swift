import Core
import Storage

/// The filter of a list as SQL conditions, and as JSON for the audit.
package struct AdminFilter: Sendable {
    private var conditions: [SQL] = []
    private var asked: [String: JSON] = [:]

    package init() {}

    package var condition: SQL { conditions.all }
    package var detail: JSON { .object(asked) }

    /// `value` is recorded in the audit.
    package mutating func add(_ name: String, _ value: JSON, _ condition: SQL) {
        conditions.append(condition)
        asked[name] = value
    }

    /// Adds a condition that the audit does not record.
    package mutating func add(_ condition: SQL) { conditions.append(condition) }

    /// Adds the conditions of the flags that the query sets, true or false.
    package mutating func add(_ flags: [(name: String, condition: SQL)], from query: inout AdminQuery) {
        for (name, condition) in flags {
            guard let isWanted = query.bool(name) else { continue }
            add(name, .bool(isWanted), isWanted ? condition : "NOT (\(condition))")
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
