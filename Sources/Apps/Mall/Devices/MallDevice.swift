import Core
import Storage

/// A device with the app.
struct MallDevice: Sendable, Hashable {
    let id: String
    let installApp: Timestamp
    let os: String
    let versionOS: String
    let model: String
    let macAddress: String?
    let idfa: String?
    let pushToken: String?
    let userID: String?
    let push: PushSettings
    let ratedAt: Timestamp?
    let createdAt: Timestamp
    let updatedAt: Timestamp

    /// The notification settings of a device.
    struct PushSettings: Sendable, Hashable {
        var promotion = false
        var event = false
        var children = false
    }

    init(_ row: Row) throws {
        id = try row.get("id")
        installApp = try row.get("install_app")
        os = try row.get("os")
        versionOS = try row.get("version_os")
        model = try row.get("model")
        macAddress = try row.get("mac_address")
        idfa = try row.get("idfa")
        pushToken = try row.get("push_token")
        userID = try row.get("user_id")
        push = PushSettings(
            promotion: try row.get("enable_push_promotion"),
            event: try row.get("enable_push_event"),
            children: try row.get("enable_push_children")
        )
        ratedAt = try row.get("rated_at")
        createdAt = try row.get("created_at")
        updatedAt = try row.get("updated_at")
    }

    /// Writes the device for the app; without `isWhole`, private fields are left out (Dev4).
    func write(_ json: inout JSONWriter, isWhole: Bool = true) {
        json.object { json in
            json.member("id", id)
            json.member("install_app", installApp.description)
            json.member("os", os)
            json.member("version_os", versionOS)
            json.member("model", model)
            json.member("mac_address", JSON(macAddress))
            json.member("idfa", JSON(idfa))
            json.member("enable_push_promotion", push.promotion)
            json.member("enable_push_event", push.event)
            json.member("enable_push_children", push.children)
            json.member("has_feedback", ratedAt != nil)
            guard isWhole else { return }
            json.member("token", JSON(pushToken))
            json.member("mobile_user_id", JSON(userID))
            json.member("created_at", createdAt.description)
            json.member("updated_at", updatedAt.description)
        }
    }
}

extension Connection {
    /// The device with this id; throws code 10 if there is none.
    func mallDevice(_ id: String?, lock: SQL = "") throws -> MallDevice {
        guard let id, let device = try mallDeviceIfAny(id, lock: lock) else { throw Problem.unknownDevice }
        return device
    }

    func mallDeviceIfAny(_ id: String, lock: SQL = "") throws -> MallDevice? {
        try rows("SELECT * FROM mall_devices WHERE id = \(id) \(lock)").first.map(MallDevice.init)
    }
}
