import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// «Устройства» (mall.md section 3.1).
struct DeviceRoutes: Sendable {
    /// The number of new devices from one address in an hour.
    static let devicesFromAddressMax: Int64 = 1_000

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("mobile-device") { request, context in
            try await create(MallBody(request), from: context.address)
        }
        group.post("mobile-device/{id}/token") { request, context in
            try await setToken(context.mallID, MallBody(request))
        }
        group.put("mobile-device/{id}/setting-push") { request, context in
            try await setPush(context.mallID, MallBody(request))
        }
        group.get("mobile-device/{id}") { _, context in try await show(context.mallID) }
        group.put("mobile-device/{id}/campaign-status/{campaignId}/open") { _, context in
            let id = context.mallID
            _ = try await services.database.read { connection in try connection.mallDevice(id) }
            return Response.personal(.nothing)
        }
    }

    /// Dev1: registers a device; one with a known IDFA gets its old id.
    private func create(_ body: MallBody, from address: String) async throws -> Response {
        let now = services.now()
        let device = try NewDevice(body, at: now, random: services.random)
        let limit = AttemptLimit.hourly("mall-device", from: address, Self.devicesFromAddressMax)
        let (id, isNew) = try await services.database.write { connection in
            try limit?.count(at: now, on: connection)
            return try connection.addMallDevice(device, at: now)
        }
        return .personal(
            PublicAnswer(status: isNew ? 201 : 200) { json in
                json.object { json in
                    json.member("id", id)
                    json.member("mobileDeviceId", id)
                }
            }
        )
    }

    /// Dev2: sets the Firebase token for notifications.
    private func setToken(_ id: String?, _ body: MallBody) async throws -> Response {
        let token = try body.required("token", lengthMax: 4096)
        return try await change(id, "push_token = \(token)", status: 201)
    }

    /// Dev3: sets the notification settings that were sent.
    private func setPush(_ id: String?, _ body: MallBody) async throws -> Response {
        let changes: [SQL] = try ["enable_push_promotion", "enable_push_event", "enable_push_children"]
            .compactMap { name in try body.bool(name).map { "\(name: name) = \($0)" } }
        return try await change(id, changes.joined(separator: ", "), status: 200)
    }

    private func change(_ id: String?, _ changes: SQL, status: Int) async throws -> Response {
        let now = services.now()
        let device = try await services.database.write { connection in
            let device = try connection.mallDevice(id)
            guard !changes.text.isEmpty else { return device }
            try connection.send(
                "UPDATE mall_devices SET \(changes), updated_at = \(now) WHERE id = \(device.id)"
            )
            return try connection.mallDevice(id)
        }
        return .personal(PublicAnswer(status: status) { json in device.write(&json) })
    }

    /// Dev4: shows a device.
    private func show(_ id: String?) async throws -> Response {
        guard let id,
            let device = try await services.database.read({ connection in try connection.mallDeviceIfAny(id) }
            )
        else { return .personal(.nothing) }
        return .personal(PublicAnswer { json in device.write(&json, isWhole: false) })
    }
}

/// A device that the app registers.
struct NewDevice: Sendable {
    let id: String
    let installApp: Timestamp
    let os: String
    let versionOS: String
    let model: String
    let macAddress: String?
    let idfa: String?

    init(_ body: MallBody, at now: Timestamp, random: RandomBytes) throws {
        guard let installApp = try body.seconds("install_app") else { throw Problem.missing("install_app") }
        // A clock may be wrong by a day; the first phones with apps are from 2007.
        guard Self.earliest <= installApp, installApp <= now.advanced(by: .seconds(86_400)) else {
            throw Problem.wrong(
                Localized("install_app: такой даты не может быть.", "install_app: there can be no such date.")
            )
        }
        id = Identifier.new(at: now, random: random)
        self.installApp = installApp
        os = try body.required("os", lengthMax: 50)
        versionOS = try body.required("version_os", lengthMax: 50)
        model = try body.required("model", lengthMax: 100)
        macAddress = try body.text("mac_address", lengthMax: 50)
        let idfa = try body.text("idfa", lengthMax: 100)
        // An IDFA of zeros means that the user has disabled it.
        let isSomebody = idfa?.contains { $0 != "0" && $0 != "-" } ?? false
        self.idfa = isSomebody ? idfa?.lowercased() : nil
    }

    private static let earliest = Timestamp("2007-01-01T00:00:00Z") ?? .earliest
}

extension Connection {
    func addMallDevice(_ device: NewDevice, at now: Timestamp) throws -> (String, isNew: Bool) {
        let added = try execute(
            """
            INSERT INTO mall_devices (id, install_app, os, version_os, model, mac_address, idfa, created_at, updated_at)
            VALUES (\(device.id), \(device.installApp), \(device.os), \(device.versionOS), \(device.model),
                \(device.macAddress), \(device.idfa), \(now), \(now))
            ON CONFLICT (idfa) WHERE idfa IS NOT NULL DO NOTHING
            """
        )
        guard added == 0 else { return (device.id, true) }
        let known = try rows("SELECT id FROM mall_devices WHERE idfa = \(device.idfa)")
        guard let id: String = try known.first?.get("id") else {
            throw StorageError.other("mall_devices has not answered")
        }
        return (id, false)
    }
}

extension RequestContext {
    /// The id in the path; nil if it is not an id.
    var mallID: String? { mallID("id") }

    func mallID(_ name: String) -> String? {
        parameters.get(name).flatMap { Identifier.normalized($0) }
    }
}
