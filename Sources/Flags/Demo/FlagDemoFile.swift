import Core
import Storage

/// A file of a demonstration: the projects of an app, and the versions that they have in common.
struct FlagDemoFile: JSONReadable {
    let app: String
    let title: String
    let projects: [Project]
    let versions: [Version]

    struct Project: JSONReadable {
        let id: String
        /// Nil for a number of the store's own.
        let number: Int64?
        let environment: String
        let settings: JSON?
        /// The secret of a client key.
        let key: String?
        let devices: [Device]
        /// The number of versions that are published here; nil for all.
        let versions: Int?
        let draft: Change?

        init(json: JSON) throws(Fault) {
            id = try json.get("id")
            number = try json.get("number")
            environment = try json.get("environment")
            settings = try json.get("settings")
            key = try json.get("key")
            devices = try json.get("devices", as: [Device]?.self) ?? []
            versions = try json.get("versions", as: Int?.self).map { max(0, $0) }
            draft = try json.get("draft")
        }
    }

    struct Device: JSONReadable {
        let instanceID: String
        let name: String

        init(json: JSON) throws(Fault) {
            instanceID = try json.get("instance_id")
            name = try json.get("name")
        }
    }

    /// Edits as the API of drafts takes them.
    struct Change: JSONReadable {
        /// The name of the staff member.
        let author: String
        let edits: [JSON]

        init(json: JSON) throws(Fault) {
            author = try json.get("author")
            edits = try json.get("edits")
        }
    }

    struct Version: JSONReadable {
        let change: Change
        /// Days since it was published.
        let age: Int64
        let description: String?

        init(json: JSON) throws(Fault) {
            change = try Change(json: json)
            age = try json.get("days_ago")
            description = try json.get("description")
        }
    }

    init(json: JSON) throws(Fault) {
        app = try json.get("app")
        title = try json.get("title")
        projects = try json.get("projects")
        versions = try json.get("versions")
    }
}
