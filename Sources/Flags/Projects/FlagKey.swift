import Core
import Storage

/// A client key built into an app; it grants access to evaluated values only (remote-config.md 6.9).
package struct FlagKey: Sendable, Hashable {
    /// Firebase's SDKs check the form: an A and 38 more characters of Base64URL.
    package static let prefix = "AVit"
    package static let length = 39
    /// The number of characters shown, by which people distinguish their keys.
    package static let visibleLength = 8

    package let id: String
    package let projectID: String
    package let name: String
    /// The first characters of the key.
    package let visible: String
    package let createdAt: Timestamp
    package let createdBy: String
    package let disabledAt: Timestamp?
    package let lastUsedAt: Timestamp?

    static func newSecret(_ random: RandomBytes) -> String {
        prefix + random.characters(length - prefix.count, of: alphabet)
    }

    static func hash(_ secret: String) -> [UInt8] { SHA256.digest(secret.utf8) }

    private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}

/// A test device, which sees the draft before everybody else (R114).
package struct FlagDevice: Sendable, Hashable {
    package let projectID: String
    package let instanceID: String
    package let name: String
    package let addedBy: String
    package let addedAt: Timestamp

    package var json: JSON {
        [
            "id": .string(instanceID), "name": .string(name), "added_by": .string(addedBy),
            "added_at": .string(addedAt.description),
        ]
    }
}

extension FlagKey {
    static let columns: SQL =
        "id, project_id, name, prefix, created_at, created_by, disabled_at, last_used_at"

    init(_ row: Row) throws {
        id = try row.get("id")
        projectID = try row.get("project_id")
        name = try row.get("name")
        visible = try row.get("prefix")
        createdAt = try row.get("created_at")
        createdBy = try row.get("created_by")
        disabledAt = try row.get("disabled_at")
        lastUsedAt = try row.get("last_used_at")
    }
}

extension FlagDevice {
    init(_ row: Row) throws {
        projectID = try row.get("project_id")
        instanceID = try row.get("instance_id")
        name = try row.get("name")
        addedBy = try row.get("added_by")
        addedAt = try row.get("added_at")
    }
}
