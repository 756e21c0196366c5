import Core

/// A line of the board of a station as the admin API answers it.
package struct BoardLineAnswer: Sendable, JSONReadable {
    package let time: String
    package let number: String
    package let title: String
    package let platform: String
    package let uid: String

    package init(json: JSON) throws(Fault) {
        time = try json.get("time")
        number = try json.get("number")
        title = try json.get("title")
        platform = try json.get("platform")
        uid = try json.get("uid")
    }
}
