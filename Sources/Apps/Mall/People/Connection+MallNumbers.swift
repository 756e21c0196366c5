import Core
import Storage

extension Connection {
    /// Deletes the codes of a phone, and the messages with them.
    ///
    /// Its rate limits stay: they expire in ten minutes, and deleting them would allow more codes.
    func forgetCodes(of phone: PhoneNumber) throws {
        let number = phone.description
        // A message outlives its code, and contains the phone.
        try send(
            "DELETE FROM outbox WHERE kind = \(OutboxKind.sms.name) AND payload ->> 'phone' = \(number)"
        )
        try send("DELETE FROM codes WHERE app = 'mall' AND phone = \(number)")
    }

    /// Deletes the codes of an erased user, for the number and for requested new ones.
    func forgetNumbers(of user: MallUser) throws {
        let others = try rows(
            "SELECT DISTINCT phone FROM codes WHERE app = 'mall' AND account_id = \(user.id)"
        ).map { PhoneNumber(kept: try $0.get("phone")) }
        // Another user may have such a number now, so only these codes of it are deleted.
        try send(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT message_id FROM codes WHERE app = 'mall' AND account_id = \(user.id)
            )
            """
        )
        try send("DELETE FROM codes WHERE app = 'mall' AND account_id = \(user.id)")
        for phone in others { try forgetCount(of: phone, for: .changePhone) }
        guard let phone = user.phone else { return }
        try forgetCodes(of: phone)
        for purpose in [CodePurpose.signIn, .changePhone] { try forgetCount(of: phone, for: purpose) }
    }

    private func forgetCount(of phone: PhoneNumber, for purpose: CodePurpose) throws {
        try AttemptLimit.clear("code:mall:\(purpose.name):phone:\(phone.description)", on: self)
    }
}
