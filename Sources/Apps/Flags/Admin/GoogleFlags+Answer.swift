import Core
import Flags
import Storage

extension GoogleFlags.Status {
    /// The state of the sync as the admin API answers it.
    package struct Answer: Sendable {
        package let standing: Standing
        package let project: String?
        package let hasKey: Bool
        package let version: Int64?
        package let theirVersion: String?
        package let at: Timestamp?
        package let fault: String?
        /// Nil unless it was asked for.
        package let comparison: Comparison?

        /// The changes of others at Firebase.
        package struct Comparison: Sendable {
            package let etag: String
            package let isSeen: Bool
            package let changes: [FlagChange]
        }
    }
}

extension GoogleFlags.Status.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        standing = try json.get("state")
        project = try json.get("project")
        hasKey = try json.get("has_key")
        version = try json.get("version")
        theirVersion = try json.get("their_version")
        at = try json.get("at")
        fault = try json.get("fault")
        comparison = try json.get("comparison")
    }
}

extension GoogleFlags.Status.Answer.Comparison: JSONReadable {
    package init(json: JSON) throws(Fault) {
        etag = try json.get("etag")
        isSeen = try json.get("is_seen")
        changes = try json.get("changes")
    }
}
