import Core

/// A ride as the admin API answers it.
package struct RideAnswer: Sendable, JSONReadable {
    package let departure: String
    package let arrival: String
    package let minutes: Int64
    package let numbers: [String]
    package let from: String
    package let to: String
    package let changes: [String]

    package init(json: JSON) throws(Fault) {
        departure = try json.get("departure")
        arrival = try json.get("arrival")
        minutes = try json.get("minutes")
        numbers = try json.get("numbers")
        from = try json.get("from")
        to = try json.get("to")
        changes = try json.get("changes")
    }
}
