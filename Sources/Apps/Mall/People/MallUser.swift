import Core
import Storage

/// A user of the mall's app.
struct MallUser: Sendable, Hashable {
    let id: String
    /// Nil for an erased user.
    let phone: PhoneNumber?
    let name: String?
    let email: String?
    let gender: String?
    /// As precise as the app sends it: midnight of its own time zone.
    let dateBirth: Timestamp?
    let haveKids: Bool?
    let referralCode: String
    let createdAt: Timestamp
    let confirmedAt: Timestamp?
    let registeredAt: Timestamp?
    let signedInAt: Timestamp?
    let countShare: Int64
    let appEvaluation: Int64?
    let surveyedAt: Timestamp?
    let blockedAt: Timestamp?
    /// The reason of a block, for staff.
    let blockReason: String?
    let erasedAt: Timestamp?
    let balance: Int64
    let earned: Int64
    let spent: Int64

    /// A revision of the fields that staff can edit.
    var revision: Int64 {
        Int64(revisionOf: [name, email, erasedAt?.description], key: id)
    }

    /// The columns of `mall_users u JOIN points_accounts p ON p.id = u.id`.
    static let columns: SQL = """
        u.id, u.phone, u.name, u.email, u.gender, u.date_birth, u.have_kids, u.referral_code, u.created_at, u.confirmed_at,
        u.registered_at, u.signed_in_at, u.count_share, u.app_evaluation, u.surveyed_at, u.blocked_at,
        u.block_reason, u.erased_at,
        p.balance, p.earned, p.spent
        """

    init(_ row: Row) throws {
        id = try row.get("id")
        phone = try row.get("phone", as: String?.self).map { PhoneNumber(kept: $0) }
        name = try row.get("name")
        email = try row.get("email")
        gender = try row.get("gender")
        dateBirth = try row.get("date_birth")
        haveKids = try row.get("have_kids")
        referralCode = try row.get("referral_code")
        createdAt = try row.get("created_at")
        confirmedAt = try row.get("confirmed_at")
        registeredAt = try row.get("registered_at")
        signedInAt = try row.get("signed_in_at")
        countShare = try row.get("count_share")
        appEvaluation = try row.get("app_evaluation")
        surveyedAt = try row.get("surveyed_at")
        blockedAt = try row.get("blocked_at")
        blockReason = try row.get("block_reason")
        erasedAt = try row.get("erased_at")
        balance = try row.get("balance")
        earned = try row.get("earned")
        spent = try row.get("spent")
    }
}

extension MallUser {
    static func select(where condition: SQL) -> SQL {
        "SELECT \(columns) FROM mall_users u JOIN points_accounts p ON p.id = u.id WHERE \(condition)"
    }
}

extension Connection {
    /// The user with this id; nil if there is none.
    func mallUser(_ id: String) throws -> MallUser? {
        try mallUser(where: "u.id = \(id)")
    }

    func mallUser(where condition: SQL) throws -> MallUser? {
        try rows(MallUser.select(where: condition)).first.map(MallUser.init)
    }

    /// Locks the user until the transaction ends; false if there is none.
    func lockMallUser(_ id: String) throws -> Bool {
        try !rows("SELECT p.id FROM points_accounts p WHERE p.id = \(id) \(accountLock)").isEmpty
    }

    /// The end of a statement that locks accounts (`p`).
    var accountLock: SQL { locking("FOR NO KEY UPDATE OF p") }

    /// Locks in a fixed order to avoid deadlocks.
    func lockMallUsers(_ ids: [String?]) throws {
        for id in Set(ids.compactMap { $0 }).sorted() { _ = try lockMallUser(id) }
    }
}
