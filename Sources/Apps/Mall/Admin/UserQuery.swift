import Core
import Hummingbird
import Storage
import Web

/// The search, the filters and the order of a list of users.
struct UserQuery: PeopleQuery {
    enum Sort: String, CaseIterable, Sendable {
        case created = "created_at"
        case visited = "signed_in_at"
        case balance

        /// The sort key besides the id; nil for the id alone, the order of registration.
        fileprivate var key: SQL? {
            switch self {
            case .created: nil
            case .visited: "coalesce(u.signed_in_at, u.created_at)"
            case .balance: "p.balance"
            }
        }
    }

    static let list = "mall.users"
    static let source = ResourceSource(
        "mall_users u",
        joins: [ResourceJoin("p", "JOIN points_accounts p ON p.id = u.id")],
        key: "u.id"
    )
    static let sorts = Sort.allCases.flatMap { ["-\($0.rawValue)", $0.rawValue] }
    static let filters = [
        RouteParameter(
            "q",
            .text(lengthMax: Limits.peopleTextLengthMax),
            "Digits of the phone, words of the name or the e-mail address, or the referral code."
        ),
        RouteParameter("blocked", .bool, "Blocked by staff."),
        RouteParameter("surveyed", .bool, "Has taken the survey."),
        RouteParameter("invited", .bool, "Came by a friend's code."),
        RouteParameter("gifts", .bool, "Has gifts that are not used up."),
        RouteParameter("confirmed", .bool, "Has once entered a right code."),
        RouteParameter("erased", .bool, "Has been erased."),
        RouteParameter("registered_from", .moment, "Registered then or later."),
        RouteParameter("registered_until", .moment, "Registered before."),
    ]

    let filter: AdminFilter
    let wantsCount: Bool
    let sort: Sort
    let isAscending: Bool
    private let start: (id: String, key: Int64?)?

    init(_ query: inout AdminQuery, readsPeople: Bool) {
        var filter = AdminFilter()
        if let text = query.text("q", lengthMax: Limits.peopleTextLengthMax) {
            filter.add("q", true, PeopleSearch.condition(text, readsPeople: readsPeople))
            if !readsPeople, let digits = PeopleSearch.wholeNumber(text) { query.lookUp(digits) }
        }
        filter.add(
            [
                ("blocked", "u.blocked_at IS NOT NULL"), ("surveyed", "u.surveyed_at IS NOT NULL"),
                ("confirmed", "u.confirmed_at IS NOT NULL"), ("erased", "u.erased_at IS NOT NULL"),
                ("invited", "EXISTS (SELECT 1 FROM mall_referrals r WHERE r.user_id = u.id)"),
                (
                    "gifts",
                    "EXISTS (SELECT 1 FROM mall_gifts g WHERE g.user_id = u.id AND g.state = 'owned')"
                ),
            ],
            members: [
                "invited": "u.id IN (SELECT r.user_id FROM mall_referrals r)",
                "gifts": "u.id IN (SELECT g.user_id FROM mall_gifts g WHERE g.state = 'owned')",
            ],
            from: &query
        )
        filter.addPeriod("u.registered_at", prefix: "registered_", from: &query)
        (sort, isAscending) = query.order(by: Sort.allCases, otherwise: .created)
        start = Self.start(&query, sort)
        wantsCount = query.bool("count") ?? false
        self.filter = filter
    }

    private static func start(_ query: inout AdminQuery, _ sort: Sort) -> (id: String, key: Int64?)? {
        guard sort.key != nil else { return query.idCursor().map { ($0, nil) } }
        guard let (key, text) = query.pairCursor() else { return nil }
        // An invalid cursor is ignored, so the page is the first one.
        return Identifier.normalized(text).map { ($0, key) }
    }

    /// The cursor of the page after this user.
    func cursor(after line: UserLine) -> String {
        switch sort {
        case .created: line.user.id
        case .visited: "\((line.user.signedInAt ?? line.user.createdAt).microseconds).\(line.user.id)"
        case .balance: "\(line.user.balance).\(line.user.id)"
        }
    }

    /// The rows of one page, and one more if there is a next page.
    func rows(limit: Int, after cursor: String?, on connection: any Connection) throws -> [UserLine] {
        let direction: SQL = isAscending ? "ASC" : "DESC"
        let sign: SQL = isAscending ? ">" : "<"
        // The id column of the table whose index has the order; both have the same value.
        let own: SQL = sort == .balance ? "p.id" : "u.id"
        var order: SQL = "u.id \(direction)"
        if let key = sort.key { order = "\(key) \(direction), \(own) \(direction)" }
        var page: SQL = "TRUE"
        if let (id, number) = start {
            switch (sort.key, number) {
            case (let key?, let number?) where sort == .visited:
                let moment = Timestamp(microseconds: number) ?? .earliest
                page = "(\(key), \(own)) \(sign) (\(moment), \(id))"
            case (let key?, let number?): page = "(\(key), \(own)) \(sign) (\(number), \(id))"
            case (_, _): page = "u.id \(sign) \(id)"
            }
        }
        if let cursor { page = "u.id \(sign) \(cursor)" }
        return try connection.rows(
            """
            SELECT \(UserLine.columns) FROM mall_users u JOIN points_accounts p ON p.id = u.id
            WHERE \(filter.condition) AND \(page) ORDER BY \(order) LIMIT \(limit + 1)
            """
        ).map(UserLine.init)
    }
}
