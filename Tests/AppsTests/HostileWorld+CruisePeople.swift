import Core
import Storage
import TestSupport
import Web

@testable import Apps

extension HostileWorld {
    /// A user, a device and a call-back of the cruise app with a script in every text; answers their ids by the lists.
    func writeCruisePeople() async throws -> [String: String] {
        let (now, random) = (vitrina.clock.now, vitrina.services.random)
        let callback = Identifier.new(at: now, random: random)
        let key = try await vitrina.services.secrets.secret(CruiseDevice.secretName)
        let phone = PhoneNumber(kept: "+79990000044")
        let texts = ["surname", "name", "patronymic", "email", "block", "cruise", "note"].map {
            Self.text("cruise.\($0)")
        }
        let ids = try await vitrina.database.write { connection -> (user: String, device: String) in
            guard let user = try connection.addCruiseUser(phone, at: now, random: random),
                let session = try connection.startCruiseSession(
                    of: user,
                    at: now,
                    until: now.advanced(by: .seconds(86_400)),
                    random: random
                ),
                let device = CruiseDevice(token: "hostile-token", platform: .android)
            else { throw Refusal(what: "no user of the cruise app") }
            let binding = CruiseBinding(userID: user, sessionID: session)
            try connection.saveCruiseDevice(device, of: binding, key: key, at: now, random: random)
            try connection.execute(
                """
                UPDATE cruise_users SET surname = \(texts[0]), name = \(texts[1]), patronymic = \(texts[2]),
                    email = \(texts[3]), block_reason = \(texts[4]), birthday = \(texts[1])
                WHERE id = \(user)
                """
            )
            try connection.execute(
                """
                INSERT INTO cruise_callbacks (id, phone, user_id, cruise_id, cruise_title, kind, state, note, created_at,
                    updated_at)
                VALUES (\(callback), \(phone.description), \(user), \(callback), \(texts[5]), 0, 'new', \(texts[6]),
                    \(now), \(now))
                """
            )
            let rows = try connection.rows("SELECT id FROM cruise_devices WHERE user_id = \(user)")
            return (user, try rows.first?.get("id", as: String.self) ?? "")
        }
        return ["users": ids.user, "devices": ids.device, "callbacks": callback]
    }
}
