import Core
import Storage
import Web

/// A device as a row for staff (M5, M11).
struct DeviceLine: Sendable {
    let device: MallDevice
    /// The user signed in on the device.
    let person: PersonCard?
    /// The time of the first sign-in of one user on it.
    var firstAt: Timestamp?
    var lastAt: Timestamp?
    var endedAt: Timestamp?

    /// The columns of `mall_devices d LEFT JOIN mall_users u ON u.id = d.user_id`.
    static let columns: SQL = """
        d.id, d.install_app, d.os, d.version_os, d.model, d.mac_address, d.idfa, d.push_token, d.user_id,
        d.enable_push_promotion, d.enable_push_event, d.enable_push_children, d.rated_at, d.created_at, d.updated_at,
        \(PersonCard.columns("u", "owner_"))
        """

    init(_ row: Row, isBinding: Bool = false) throws {
        device = try MallDevice(row)
        person = try PersonCard(row, "owner_")
        guard isBinding else { return }
        firstAt = try row.get("first_at")
        lastAt = try row.get("last_at")
        endedAt = try row.get("ended_at")
    }

    func json(for author: Author) -> JSON {
        var members: [String: JSON] = [
            "id": .string(device.id), "os": .string(device.os), "version_os": .string(device.versionOS),
            "model": .string(device.model), "install_app": .string(device.installApp.description),
            "created_at": .string(device.createdAt.description),
            "updated_at": .string(device.updatedAt.description),
            "has_push_token": .bool(device.pushToken != nil),
            "push": [
                "promotion": .bool(device.push.promotion), "event": .bool(device.push.event),
                "children": .bool(device.push.children),
            ],
            "rated_at": JSON(device.ratedAt?.description), "user": JSON(person, for: author),
        ]
        if let firstAt {
            members["first_at"] = .string(firstAt.description)
            members["last_at"] = JSON(lastAt?.description)
            members["ended_at"] = JSON(endedAt?.description)
            members["is_current"] = .bool(endedAt == nil)
        }
        return .object(members)
    }
}
