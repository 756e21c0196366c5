import Core
import Storage
import Web

/// The referral programme: points for a friend's code, for both users (mall.md 6.2, 6.11; M79–M87).
struct ReferralProgramme: Sendable {
    let services: Services
    let now: Timestamp

    /// Enters a code in the transaction of the request; nil if there is nothing to do.
    ///
    /// `isRepeatable` is for U2, which ignores the user's own code and one entered before.
    @discardableResult
    func enter(
        _ code: String,
        by userID: String,
        isRepeatable: Bool,
        on connection: any Connection
    ) throws -> PointsEntry? {
        guard let before = try connection.mallUser(userID) else { throw Problem.unknownUser }
        if isRepeatable, before.referralCode == code { return nil }
        guard before.referralCode != code else { throw Self.ownCode }
        let inviter = try connection.inviter(code)
        try connection.lockMallUsers([userID, inviter?.id])
        if let known = try connection.referral(of: userID) {
            if isRepeatable, known.code == code { return nil }
            throw Self.enteredBefore
        }
        let settings = try services.appSettings.of("mall", on: connection)
        guard let user = try connection.mallUser(userID) else { throw Problem.unknownUser }
        try requireWindow(of: user, settings, on: connection)
        guard let inviter, inviter.blockedAt == nil, inviter.erasedAt == nil else { throw Self.unknownCode }
        guard try !connection.isRing(userID, inviter.id) else { throw Self.unknownCode }
        do {
            return try pay(user, inviter, settings, on: connection)
        } catch let failure as PointsFailure {
            throw Problem(failure)
        }
    }

    /// The window opens with the registration and closes with a survey, a purchase or an event, or with time.
    private func requireWindow(
        of user: MallUser,
        _ settings: AppSettings,
        on connection: any Connection
    ) throws {
        guard let opened = user.registeredAt else {
            throw Problem.wrong(
                Localized("Сначала заполните имя и почту.", "First fill in your name and e-mail address.")
            )
        }
        let hours = settings.integer("referral_hours")
        let isOver = opened.advanced(by: .seconds(3600 * hours)) < now
        guard !isOver, user.surveyedAt == nil, try !connection.hasSpentPoints(user.id) else {
            throw Problem.wrong(
                Localized(
                    "Код друга принимается только при регистрации.",
                    "A friend's code is accepted only at registration."
                )
            )
        }
    }

    /// Above the monthly limit, the inviter's points wait for a decision of staff.
    private func pay(
        _ user: MallUser,
        _ inviter: MallUser,
        _ settings: AppSettings,
        on connection: any Connection
    ) throws -> PointsEntry {
        let random = services.random
        let entry = try connection.move(
            .award(
                settings.integer("points_referral_activation"),
                to: user.id,
                for: .referralActivation,
                key: "referral_activation:\(user.id)",
                settings
            ),
            at: now,
            random: random
        )
        let monthMax = settings.integer("referral_month_max")
        let isHeld =
            try monthMax > 0
            && connection.invitations(of: inviter.id, since: now.advanced(by: .zero - Self.month)) >= monthMax
        let reward =
            isHeld ? nil : try payInviter(inviter.id, for: user.id, settings, on: connection)
        try connection.send(
            """
            INSERT INTO mall_referrals (user_id, inviter_id, at, entry_id, state, reason, inviter_entry_id)
            VALUES (\(user.id), \(inviter.id), \(now), \(entry.id), \(isHeld ? "held" : "paid"), \(isHeld ? "cap" : nil),
                \(reward?.id))
            """
        )
        return entry
    }

    /// Awards the inviter's points.
    func payInviter(
        _ inviterID: String,
        for userID: String,
        _ settings: AppSettings,
        on connection: any Connection
    ) throws -> PointsEntry {
        try connection.move(
            .award(
                settings.integer("points_referral_activated"),
                to: inviterID,
                for: .referralActivated,
                key: "referral_activated:\(userID)",
                settings
            ),
            at: now,
            random: services.random
        )
    }

    private static let month: Duration = .seconds(30 * 86_400)

    private static let ownCode = Problem.wrong(
        Localized("Это ваш собственный код.", "This is your own code.")
    )
    private static let unknownCode = Problem.wrong(
        Localized(
            "Такого кода нет. Проверьте буквы и цифры.",
            "There is no such code. Check its letters and digits."
        )
    )
    private static let enteredBefore = Problem.wrong(
        Localized("Код друга уже активирован.", "A friend's code was entered already.")
    )
}

extension Connection {
    /// The user with this code.
    func inviter(_ code: String) throws -> MallUser? {
        guard code.utf8.count <= 20 else { return nil }
        return try mallUser(where: "u.referral_code = \(code)")
    }

    /// The code that the user entered before, and its owner.
    fileprivate func referral(of userID: String) throws -> (inviterID: String, code: String)? {
        try rows(
            """
            SELECT r.inviter_id, u.referral_code FROM mall_referrals r JOIN mall_users u ON u.id = r.inviter_id
            WHERE r.user_id = \(userID)
            """
        ).first.map { (try $0.get("inviter_id"), try $0.get("referral_code")) }
    }

    /// True if both have used the same device, or the inviter was invited by this user.
    fileprivate func isRing(_ userID: String, _ inviterID: String) throws -> Bool {
        try !rows(
            """
            SELECT 1 AS one FROM mall_bindings a JOIN mall_bindings b ON b.device_id = a.device_id
            WHERE a.user_id = \(userID) AND b.user_id = \(inviterID)
            UNION ALL
            SELECT 1 FROM mall_referrals WHERE user_id = \(inviterID) AND inviter_id = \(userID)
            LIMIT 1
            """
        ).isEmpty
    }

    fileprivate func hasSpentPoints(_ userID: String) throws -> Bool {
        try !rows(
            """
            SELECT 1 AS one FROM mall_gifts WHERE user_id = \(userID)
            UNION ALL SELECT 1 FROM mall_guests WHERE user_id = \(userID) LIMIT 1
            """
        ).isEmpty
    }

    fileprivate func invitations(of userID: String, since: Timestamp) throws -> Int64 {
        try rows(
            """
            SELECT count(*) AS count FROM mall_referrals
            WHERE inviter_id = \(userID) AND at > \(since) AND state = 'paid'
            """
        ).first?.get("count") ?? 0
    }
}
