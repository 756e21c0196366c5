import Core
import Storage
import Web

/// A user as the app shows them (mall.md section 4, MobileUser).
struct MallProfile: Sendable, Hashable {
    let user: MallUser
    /// The settings of the device with the session; nil if there is none.
    let push: MallDevice.PushSettings?
    let hasRatedDevice: Bool
    let isInvited: Bool
    let invitedCount: Int64
    let giftsCount: Int64

    func answer(token: MallToken) -> PublicAnswer {
        PublicAnswer { json in write(token: token, &json) }
    }

    private func write(token: MallToken, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", user.id)
            json.member("mobile_id", JSON.null)
            json.member("phone", user.phone?.description ?? "")
            json.member("name", JSON(user.name))
            json.member("email", JSON(user.email))
            json.member("gender", JSON(user.gender))
            json.member("registration_by_promo_code", isInvited)
            json.member("referral_code", user.referralCode)
            json.member("enable_push_promotion", push.map { .bool($0.promotion) } ?? JSON.null)
            json.member("enable_push_event", push.map { .bool($0.event) } ?? JSON.null)
            json.member("enable_push_children", push.map { .bool($0.children) } ?? JSON.null)
            json.member("finish_poll", user.surveyedAt != nil)
            json.member("date_birth", JSON(user.dateBirth?.description))
            json.member("have_kids", user.haveKids.map { .bool($0) } ?? JSON.null)
            writeCounts(&json)
            json.member("remember_token", token.text)
            json.member("created_at", user.createdAt.description)
            json.member("has_feedback", user.appEvaluation != nil || hasRatedDevice)
            json.member("count_share", user.countShare)
        }
    }

    private func writeCounts(_ json: inout JSONWriter) {
        json.member("count_invited_users", invitedCount)
        // The product has no receipts.
        for name in ["count_registered_checks", "total_amount_of_all_checks", "average_check"] {
            json.member(name, 0 as Int64)
        }
        json.member("points_balance", user.balance)
        json.member("total_points_accumulated", user.earned)
        json.member("total_points_spent", user.spent)
        json.member("count_offers_purchased", giftsCount)
        json.member("maximum_purchased_offers", giftsCount)
        json.member("app_evaluation", user.appEvaluation.map { .integer($0) } ?? JSON.null)
    }
}

extension Connection {
    /// Throws code 11 if there is no such user.
    func mallProfile(_ id: String) throws -> MallProfile {
        let rows = try rows(
            """
            SELECT \(MallUser.columns), d.id AS device_id, d.enable_push_promotion, d.enable_push_event,
                d.enable_push_children, d.rated_at,
                EXISTS (SELECT 1 FROM mall_referrals r WHERE r.user_id = u.id) AS is_invited,
                (SELECT count(*) FROM mall_referrals r WHERE r.inviter_id = u.id AND r.state <> 'rejected') AS invited,
                (SELECT count(*) FROM mall_gifts g WHERE g.user_id = u.id AND g.state <> 'refunded') AS gifts
            FROM mall_users u JOIN points_accounts p ON p.id = u.id LEFT JOIN mall_devices d ON d.user_id = u.id
            WHERE u.id = \(id) AND u.erased_at IS NULL
            """
        )
        guard let row = rows.first else { throw Problem.unknownUser }
        let isBound = try row.get("device_id", as: String?.self) != nil
        return MallProfile(
            user: try MallUser(row),
            push: isBound
                ? MallDevice.PushSettings(
                    promotion: try row.get("enable_push_promotion"),
                    event: try row.get("enable_push_event"),
                    children: try row.get("enable_push_children")
                ) : nil,
            hasRatedDevice: try row.get("rated_at", as: Timestamp?.self) != nil,
            isInvited: try row.get("is_invited"),
            invitedCount: try row.get("invited"),
            giftsCount: try row.get("gifts")
        )
    }
}
