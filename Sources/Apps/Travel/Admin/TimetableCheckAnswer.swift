import Core

/// The faults of the timetable as the admin API answers them.
package struct TimetableCheckAnswer: Sendable {
    package let faults: [Fault]
    /// The number of findings of each kind.
    package let counts: [String: Int64]
    package let stations: Int64
    package let threads: Int64

    package struct Fault: Sendable {
        package let what: String
        package let detail: String
    }
}

extension TimetableCheckAnswer: JSONReadable {
    package init(json: JSON) throws(Core.Fault) {
        faults = try json.get("items")
        counts = try json.get("counts")
        stations = try json.get("stations")
        threads = try json.get("threads")
    }
}

extension TimetableCheckAnswer.Fault: JSONReadable {
    package init(json: JSON) throws(Core.Fault) {
        what = try json.get("what")
        detail = try json.get("detail")
    }
}
