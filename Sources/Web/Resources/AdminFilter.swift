import Core
import Storage

/// What a list is narrowed down to, and the same as the audit keeps it.
package struct AdminFilter: Sendable {
    private var conditions: [SQL] = []
    private var asked: [String: JSON] = [:]

    package init() {}

    package var condition: SQL { conditions.all }
    package var detail: JSON { .object(asked) }

    /// `value` is what the audit tells of it.
    package mutating func add(_ name: String, _ value: JSON, _ condition: SQL) {
        conditions.append(condition)
        asked[name] = value
    }

    /// Of which the audit tells nothing.
    package mutating func add(_ condition: SQL) { conditions.append(condition) }

    /// Those of the flags that somebody asks for, one way or the other.
    package mutating func add(_ flags: [(name: String, condition: SQL)], from query: inout AdminQuery) {
        for (name, condition) in flags {
            guard let isWanted = query.bool(name) else { continue }
            add(name, .bool(isWanted), isWanted ? condition : "NOT (\(condition))")
        }
    }

    /// From when and until when; the names of both begin with the prefix.
    package mutating func addPeriod(_ column: SQL, prefix: String = "", from query: inout AdminQuery) {
        if let from = query.moment("\(prefix)from") {
            add("\(prefix)from", .string(from.description), "\(column) >= \(from)")
        }
        if let until = query.moment("\(prefix)until") {
            add("\(prefix)until", .string(until.description), "\(column) < \(until)")
        }
    }
}
