import Core
import Storage
import Web

/// The telephone of a request to save a token of Firebase.
struct CruiseDevice: Sendable {
    /// Telephones of one user that notifications reach; the ones seen last stay.
    static let devicesMax = 20

    enum Platform: String, Sendable, CaseIterable {
        case unknown, ios, android

        /// The client's own name, in a member or in its `User-Agent`.
        init(_ text: String?) {
            let text = text?.lowercased() ?? ""
            self =
                if text.contains("android") {
                    .android
                } else if ["ios", "iphone", "ipad", "darwin"].contains(where: text.contains) {
                    .ios
                } else {
                    .unknown
                }
        }
    }

    /// The name of the key of tokens in `SecretStore`.
    static let secretName = "cruise-fcm"
    private static let tokenLengthMax = 4_096

    let token: String
    let platform: Platform

    /// Nil if the text cannot be a token.
    init?(token: String, platform: Platform) {
        guard 8...Self.tokenLengthMax ~= token.utf8.count, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            return nil
        }
        (self.token, self.platform) = (token, platform)
    }

    /// By it the token is found; the key makes it useless without this installation's secrets.
    func digest(_ key: [UInt8]) -> [UInt8] { HMAC.sha256(Array(token.utf8), key: key) }

    /// The token as it is stored (C137).
    func sealed(_ key: [UInt8], random: RandomBytes) throws -> [UInt8] {
        guard let sealed = AESGCM.seal(Array(token.utf8), key: key, random: random) else {
            throw StorageError.other("libcrypto has not encrypted a token")
        }
        return sealed
    }

    /// The token of a stored device; nil if it was encrypted with another key.
    static func token(_ sealed: [UInt8], _ key: [UInt8]) -> String? {
        AESGCM.open(sealed, key: key).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The user who is signed in on a device.
struct CruiseBinding: Sendable {
    let userID: String
    let sessionID: String
}

extension Connection {
    /// Saves the token of a device: it belongs to the newest user, if there is one (decision 12).
    ///
    /// Throws `CruiseError.unauthorized` if the user has signed out meanwhile.
    func saveCruiseDevice(
        _ device: CruiseDevice,
        of binding: CruiseBinding?,
        key: [UInt8],
        at now: Timestamp,
        random: RandomBytes
    ) throws {
        if let binding {
            // A sign-out waits for this transaction, and then finds the device.
            let session = try rows(
                "SELECT id FROM cruise_sessions WHERE id = \(binding.sessionID) \(locking("FOR SHARE"))"
            )
            guard !session.isEmpty else { throw CruiseError.unauthorized }
        }
        let (id, boundAt) = (Identifier.new(at: now, random: random), binding.map { _ in now })
        let known = device.platform != .unknown
        try send(
            """
            INSERT INTO cruise_devices (id, digest, token, platform, user_id, session_id, bound_at, created_at, seen_at)
            VALUES (\(id), \(device.digest(key)), \(try device.sealed(key, random: random)),
                \(device.platform.rawValue), \(binding?.userID), \(binding?.sessionID), \(boundAt), \(now), \(now))
            ON CONFLICT (digest) DO UPDATE SET
                platform = CASE WHEN \(known) THEN excluded.platform ELSE cruise_devices.platform END,
                user_id = excluded.user_id, session_id = excluded.session_id, seen_at = excluded.seen_at,
                bound_at = CASE WHEN excluded.user_id = cruise_devices.user_id THEN cruise_devices.bound_at
                    ELSE excluded.bound_at END
            """
        )
        guard let binding else { return }
        try send(
            """
            DELETE FROM cruise_devices WHERE user_id = \(binding.userID) AND id NOT IN (
                SELECT id FROM cruise_devices WHERE user_id = \(binding.userID)
                ORDER BY seen_at DESC, id DESC LIMIT \(CruiseDevice.devicesMax)
            )
            """
        )
    }
}
