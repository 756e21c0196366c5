import Core
import Storage

extension Connection {
    /// The codes of a phone, and the messages that brought them.
    ///
    /// What was counted for it stays, as it goes by itself in ten minutes and would else be counted anew.
    func forgetCodes(of phone: PhoneNumber) throws {
        let number = phone.description
        // A message outlives its code, and still names the phone.
        try execute(
            "DELETE FROM outbox WHERE kind = \(OutboxKind.sms.name) AND payload ->> 'phone' = \(number)"
        )
        try execute("DELETE FROM codes WHERE app = 'mall' AND phone = \(number)")
    }

    /// The number of somebody who is erased, and those that were to become theirs.
    func forgetNumbers(of user: MallUser) throws {
        let others = try rows(
            "SELECT DISTINCT phone FROM codes WHERE app = 'mall' AND account_id = \(user.id)"
        ).map { PhoneNumber(kept: try $0.get("phone")) }
        // Such a number may be somebody else's by now, so only these codes of it go.
        try execute(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT message_id FROM codes WHERE app = 'mall' AND account_id = \(user.id)
            )
            """
        )
        try execute("DELETE FROM codes WHERE app = 'mall' AND account_id = \(user.id)")
        for phone in others { try forgetCount(of: phone, for: .changePhone) }
        guard let phone = user.phone else { return }
        try forgetCodes(of: phone)
        for purpose in [CodePurpose.signIn, .changePhone] { try forgetCount(of: phone, for: purpose) }
    }

    private func forgetCount(of phone: PhoneNumber, for purpose: CodePurpose) throws {
        try execute(
            "DELETE FROM limits WHERE key = \("code:mall:\(purpose.name):phone:\(phone.description)")"
        )
    }
}
