import Storage

/// A confirmation code for a phone, with its state, as staff see it.
package struct Code: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case live, used, replaced, locked, expired
    }

    package let id: String
    package let app: String
    package let purpose: CodePurpose
    package let phone: PhoneNumber
    /// In the clear only if the code was not sent, and for a day.
    package let code: String?
    package let state: State
    package let failures: Int64
    /// 0 for no limit.
    package let failuresMax: Int64
    package let createdAt: Timestamp
    /// Nil if the code is valid until another one is made.
    package let expiresAt: Timestamp?
    package let endedAt: Timestamp?
    /// The delivery state of the SMS; nil once the message is removed from the outbox.
    package let message: OutboxMessage.State?

    package func json(isRevealed: Bool = false) -> JSON {
        [
            "id": .string(id), "app": .string(app), "purpose": .string(purpose.name),
            "phone": .string(isRevealed ? phone.description : phone.masked), "code": JSON(code),
            "state": .string(state.rawValue), "failures": .integer(failures),
            "failures_max": .integer(failuresMax), "created_at": .string(createdAt.description),
            "expires_at": JSON(expiresAt?.description), "ended_at": JSON(endedAt?.description),
            "sms": JSON(message?.rawValue),
        ]
    }
}

extension Code {
    static let columns: SQL = """
        codes.id, codes.app, codes.purpose, codes.phone, codes.code, codes.state, codes.failures, codes.failures_max,
        codes.created_at, codes.expires_at, codes.ended_at, outbox.state AS message_state
        """

    init(_ row: Row, at now: Timestamp) throws {
        id = try row.get("id")
        app = try row.get("app")
        purpose = CodePurpose(try row.get("purpose"))
        phone = PhoneNumber(kept: try row.get("phone"))
        code = try row.get("code")
        failures = try row.get("failures")
        failuresMax = try row.get("failures_max")
        createdAt = try row.get("created_at")
        expiresAt = try row.get("expires_at")
        endedAt = try row.get("ended_at")
        message = try row.get("message_state", as: String?.self).flatMap { OutboxMessage.State(rawValue: $0) }
        let kept = State(rawValue: try row.get("state")) ?? .expired
        // No write marks a code as expired.
        state = kept == .live && expiresAt.map { $0 <= now } ?? false ? .expired : kept
    }
}

extension AuditAction {
    package static let codesSeen = AuditAction(
        "codes.seen",
        Localized("смотрит коды СМС", "looked at SMS codes")
    )
    package static let codeRevealed = AuditAction(
        "code.revealed",
        Localized("номер показан целиком", "saw a phone number whole")
    )
}

extension Code {
    /// A code as the admin API answers it; the phone is masked unless it was revealed.
    package struct Answer: Sendable, JSONReadable {
        package let id: String
        package let app: String
        package let purpose: String
        package let phone: String
        package let code: String?
        package let state: State
        package let failures: Int64
        package let createdAt: Timestamp
        package let expiresAt: Timestamp?

        package init(json: JSON) throws(Fault) {
            id = try json.get("id")
            app = try json.get("app")
            purpose = try json.get("purpose")
            phone = try json.get("phone")
            code = try json.get("code")
            state = try json.get("state")
            failures = try json.get("failures")
            createdAt = try json.get("created_at")
            expiresAt = try json.get("expires_at")
        }
    }
}

extension Code.State: JSONReadable {}
