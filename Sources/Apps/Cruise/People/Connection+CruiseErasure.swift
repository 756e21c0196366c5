import Core
import Storage

extension Connection {
    /// Erases a user: their personal data is gone, and the row stays without a person, because orders name it.
    ///
    /// False if there is no such user, or if they were erased before.
    @discardableResult
    func eraseCruiseUser(_ id: String, at now: Timestamp) throws -> Bool {
        guard try lockCruiseUser(id), let user = try cruiseUser(where: "u.id = \(id)"), user.erasedAt == nil
        else { return false }
        try signOutCruiseUser(id)
        let numbers = Set([user.phone?.description, user.username].compactMap { $0 })
        for number in numbers { try forgetCruiseNumber(number) }
        try send(
            "UPDATE cruise_callbacks SET phone = NULL, note = NULL, user_id = NULL WHERE user_id = \(id)"
        )
        for erase in Cruise.erasures { try erase(self, id, now) }
        try send(
            """
            UPDATE cruise_users SET phone = NULL, username = NULL, surname = NULL, name = NULL, patronymic = NULL,
                sex = NULL, birthday = NULL, email = NULL, passp_type = NULL, passp_number = NULL, passp_date = NULL,
                passp_vidan = NULL, citizenship_id = NULL, ym_client_id = NULL, gets_promos = \(false),
                block_reason = NULL, search = \(""), erased_at = \(now)
            WHERE id = \(id)
            """
        )
        return true
    }

    /// Deletes the codes of a number, the messages with them, and who was to be called.
    ///
    /// Its rate limits stay: they expire by themselves, and deleting them would allow more codes.
    private func forgetCruiseNumber(_ number: String) throws {
        // A message outlives its code, and contains the phone.
        try send(
            """
            DELETE FROM outbox WHERE kind = \(OutboxKind.sms.name) AND payload ->> 'app' = \(Cruise.app)
                AND payload ->> 'phone' = \(number)
            """
        )
        try send("DELETE FROM codes WHERE app = \(Cruise.app) AND phone = \(number)")
        try send(
            "UPDATE cruise_callbacks SET phone = NULL, note = NULL, user_id = NULL WHERE phone = \(number)"
        )
    }
}
