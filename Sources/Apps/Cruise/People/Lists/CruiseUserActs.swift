import Core
import Storage
import Web

/// Actions of staff on a user of the app; each is in the access log.
enum CruiseUserActs {
    static let all = [blocking, unblocking, signingOut, revealing, erasing]

    private static let blocking = ResourceAction(
        "block",
        Localized("Заблокировать", "Block"),
        right: .writePeople,
        question: Localized(
            "Пользователь выйдет на всех устройствах и не сможет войти.",
            "The user is signed out everywhere and cannot sign in."
        ),
        isOffered: { state(of: $0) == "open" }
    ) { call in
        try await write(call, .personBlocked, ["reason": JSON(call.note)]) { connection in
            let count = try connection.execute(
                """
                UPDATE cruise_users SET blocked_at = coalesce(blocked_at, \(call.signature.at)),
                    block_reason = \(call.note)
                WHERE id = \(call.id) AND erased_at IS NULL
                """
            )
            guard count == 1 else { throw CruiseUsers.resource.notFound }
            try connection.signOutCruiseUser(call.id)
        }
        return Localized("Пользователь заблокирован", "The user is blocked")
    }

    private static let unblocking = ResourceAction(
        "unblock",
        Localized("Разблокировать", "Unblock"),
        right: .writePeople,
        question: Localized("Пользователь снова сможет войти.", "The user can sign in again."),
        isOffered: { state(of: $0) == "blocked" }
    ) { call in
        try await write(call, .personUnblocked, ["reason": JSON(call.note)]) { connection in
            let count = try connection.execute(
                """
                UPDATE cruise_users SET blocked_at = NULL, block_reason = NULL
                WHERE id = \(call.id) AND erased_at IS NULL
                """
            )
            guard count == 1 else { throw CruiseUsers.resource.notFound }
        }
        return Localized("Пользователь разблокирован", "The user is unblocked")
    }

    private static let signingOut = ResourceAction(
        "sign-out",
        Localized("Вывести отовсюду", "Sign out everywhere"),
        right: .writePeople,
        isOffered: { state(of: $0) == "open" }
    ) { call in
        try await write(call, .personSignedOut) { connection in
            guard try connection.lockCruiseUser(call.id) else { throw CruiseUsers.resource.notFound }
            try connection.signOutCruiseUser(call.id)
        }
        return Localized("Пользователь вышел на всех устройствах", "The user is signed out everywhere")
    }

    private static let revealing = ResourceAction(
        "reveal",
        .row,
        Localized("Показать телефон", "Show the phone"),
        right: .readPeople,
        also: [("phone", ["type": "string", "description": "The phone, whole."])],
        isOffered: { state(of: $0) != "erased" }
    ) { call in
        let number = try await call.services.database.write { connection in
            let row = try connection.rows(
                "SELECT coalesce(phone, username) AS phone FROM cruise_users WHERE id = \(call.id)"
            ).first
            guard let number = try row?.get("phone", as: String?.self) else {
                throw CruiseUsers.resource.notFound
            }
            try call.signature.record(.personRevealed, subject: call.id, on: connection)
            return number
        }
        // A dry run writes no audit entry, so it reveals nothing.
        let phone = PhoneNumber(kept: number)
        let shown = WriteMode.isDryRun ? phone.masked : phone.spaced
        return ResourceOutcome(Localized(same: shown), more: ["phone": .string(shown)])
    }

    private static let erasing = ResourceAction(
        "erase",
        Localized("Стереть данные", "Erase"),
        right: .writePeople,
        question: Localized(
            "Имя, телефон, документы и устройства будут стёрты навсегда; заказы останутся без имени.",
            "Name, phone, documents and devices are erased for ever; orders stay without a name."
        ),
        isOffered: { state(of: $0) != "erased" }
    ) { call in
        try await write(call, .personErased) { connection in
            guard try connection.eraseCruiseUser(call.id, at: call.signature.at) else {
                throw CruiseUsers.resource.notFound
            }
        }
        return Localized("Данные стёрты", "The data is erased")
    }

    private static func state(of row: ResourceRow) -> String? {
        CruiseUsers.resource.value(CruiseUsers.stateColumn, of: row).string
    }

    private static func write(
        _ call: ResourceAction.Call,
        _ action: AuditAction,
        _ detail: JSON = [:],
        _ body: @escaping @Sendable (any Connection) throws -> Void
    ) async throws {
        try await call.services.database.write { connection in
            try body(connection)
            try call.signature.record(action, subject: call.id, detail: detail, on: connection)
        }
    }
}
