import Core
import Storage
import Web

/// A user as a row of a list for staff.
struct UserLine: PersonLine {
    let user: MallUser
    let isInvited: Bool
    let invitedCount: Int64
    let giftsCount: Int64
    let ownedCount: Int64

    var id: String { user.id }

    /// The columns of `mall_users u JOIN points_accounts p ON p.id = u.id`.
    static let columns: SQL = """
        \(MallUser.columns),
        EXISTS (SELECT 1 FROM mall_referrals r WHERE r.user_id = u.id) AS is_invited,
        (SELECT count(*) FROM mall_referrals r WHERE r.inviter_id = u.id AND r.state <> 'rejected') AS invited,
        (SELECT count(*) FROM mall_gifts g WHERE g.user_id = u.id AND g.state <> 'refunded') AS gifts,
        (SELECT count(*) FROM mall_gifts g WHERE g.user_id = u.id AND g.state = 'owned') AS owned
        """

    init(_ row: Row) throws {
        user = try MallUser(row)
        isInvited = try row.get("is_invited")
        invitedCount = try row.get("invited")
        giftsCount = try row.get("gifts")
        ownedCount = try row.get("owned")
    }

    var isErased: Bool { user.erasedAt != nil }

    /// The name as far as the reader may see it.
    func name(for reader: Author) -> String? { PersonCard.name(user.name, for: reader) }
    func email(for reader: Author) -> String? { PersonCard.email(user.email, for: reader) }

    /// Names, e-mail addresses and answers are complete with permission to read people; a phone never is.
    func json(for author: Author) -> JSON {
        let isWhole = author.may(.readPeople)
        return [
            "id": .string(user.id), "phone": JSON(user.phone?.masked),
            "name": JSON(name(for: author)), "email": JSON(email(for: author)),
            "is_masked": .bool(!isWhole), "is_erased": .bool(isErased),
            "is_blocked": .bool(user.blockedAt != nil), "is_invited": .bool(isInvited),
            "referral_code": .string(user.referralCode), "created_at": .string(user.createdAt.description),
            "confirmed_at": moment(user.confirmedAt), "registered_at": moment(user.registeredAt),
            "signed_in_at": moment(user.signedInAt), "surveyed_at": moment(user.surveyedAt),
            "blocked_at": moment(user.blockedAt), "erased_at": moment(user.erasedAt),
            "balance": .integer(user.balance), "earned": .integer(user.earned), "spent": .integer(user.spent),
            "invited_count": .integer(invitedCount), "gifts_count": .integer(giftsCount),
            "owned_count": .integer(ownedCount), "share_count": .integer(user.countShare),
            "app_evaluation": user.appEvaluation.map { .integer($0) } ?? .null,
            "date_birth": isWhole ? moment(user.dateBirth) : .null,
            // A reader who sees only initials could guess the name from it.
            "revision": isWhole ? .integer(user.revision) : .null,
            "have_kids": isWhole ? user.haveKids.map { .bool($0) } ?? .null : .null,
        ]
    }

    static let header = [
        "id", "phone", "name", "email", "gender", "date_birth", "have_kids", "created_at", "registered_at",
        "signed_in_at", "blocked_at", "erased_at", "referral_code", "is_invited", "invited_count", "balance",
        "earned", "spent", "gifts_count", "app_evaluation",
    ]

    /// The user as cells of a table; `hasPhones` is true for complete phones.
    func cells(hasPhones: Bool) -> [String] {
        func text(_ moment: Timestamp?) -> String { moment?.description ?? "" }
        return [
            user.id, (hasPhones ? user.phone?.description : user.phone?.masked) ?? "", user.name ?? "",
            user.email ?? "", user.gender ?? "", text(user.dateBirth),
            user.haveKids.map { String($0) } ?? "", text(user.createdAt), text(user.registeredAt),
            text(user.signedInAt), text(user.blockedAt), text(user.erasedAt), user.referralCode,
            String(isInvited), String(invitedCount), String(user.balance), String(user.earned),
            String(user.spent), String(giftsCount), user.appEvaluation.map { String($0) } ?? "",
        ]
    }
}
