import Core
import Storage
import Web

/// The search, the filters and the order of a list of accounts (A86).
struct AccountQuery: PeopleQuery {
    enum Sort: String, CaseIterable, Sendable {
        case created = "created_at"
        case visited = "signed_in_at"
        case login, name, email

        /// The sort key, besides the id.
        fileprivate var key: SQL {
            switch self {
            case .created: "u.created_at"
            case .visited: "coalesce(u.signed_in_at, u.created_at)"
            case .login: "u.login_key"
            // The search text begins with the last name.
            case .name: "c.search"
            case .email: "coalesce(u.email, '')"
            }
        }

        /// True if the order would reveal names to readers without permission.
        fileprivate var isPersonal: Bool {
            switch self {
            case .created, .visited: false
            case .login, .name, .email: true
            }
        }
    }

    static let list = "accounts.users"
    static let source = ResourceSource(
        "accounts_users u",
        joins: [ResourceJoin("c", "JOIN accounts_clients c ON c.id = u.client_id")],
        key: "u.id"
    )
    static let sorts = Sort.allCases.flatMap { ["-\($0.rawValue)", $0.rawValue] }
    static let filters = [
        RouteParameter(
            "q",
            .text(lengthMax: Limits.peopleTextLengthMax),
            "Digits of the phone, words of the name, login or address, or the invite code."
        ),
        RouteParameter("blocked", .bool, "Blocked by staff."),
        RouteParameter("confirmed", .bool, "Has confirmed the address."),
        RouteParameter("email", .bool, "Has an address."),
        RouteParameter("push", .bool, "Can be sent notifications."),
        RouteParameter("erased", .bool, "Has been erased."),
        RouteParameter("registered_from", .moment, "Registered then or later."),
        RouteParameter("registered_until", .moment, "Registered before."),
    ]

    let filter: AdminFilter
    let wantsCount: Bool
    let sort: Sort
    let isAscending: Bool
    private let start: String?

    init(_ query: inout AdminQuery, readsPeople: Bool) {
        var filter = AdminFilter()
        if let text = query.text("q", lengthMax: Limits.peopleTextLengthMax) {
            filter.add("q", true, Self.condition(text, readsPeople: readsPeople))
            if !readsPeople, let phone = AccountPhone(text) { query.lookUp("7\(phone.digits)") }
        }
        filter.add(
            [
                ("blocked", "u.blocked_at IS NOT NULL"), ("confirmed", "u.confirmed_at IS NOT NULL"),
                ("email", "u.email IS NOT NULL"), ("push", "u.fcm IS NOT NULL"),
                ("erased", "u.erased_at IS NOT NULL"),
            ],
            from: &query
        )
        filter.addPeriod("u.created_at", prefix: "registered_", from: &query)
        let sorts = Sort.allCases.filter { readsPeople || !$0.isPersonal }
        (sort, isAscending) = query.order(by: sorts, otherwise: .created)
        start = query.idCursor()
        wantsCount = query.bool("count") ?? false
        self.filter = filter
    }

    /// Without the right to read people: an invite code, a whole number or its last two digits.
    private static func condition(_ text: String, readsPeople: Bool) -> SQL {
        let byCode: SQL = "u.invite_code = \(text)"
        if readsPeople { return "\(byCode) OR (\(AccountSearch.condition(text)))" }
        if let phone = AccountPhone(text) { return "\(byCode) OR u.phone = \(phone.digits)" }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == PhoneNumber.shownDigitsCount, digits.count == text.count else { return byCode }
        return "\(byCode) OR u.phone LIKE \("%\(digits)")"
    }

    /// The rows of one page, and one more if there is a next page; a cursor is the id of the last user.
    func rows(limit: Int, after cursor: String?, on connection: any Connection) throws -> [AccountLine] {
        let direction: SQL = isAscending ? "ASC" : "DESC"
        let sign: SQL = isAscending ? ">" : "<"
        var page: SQL = "TRUE"
        if let id = cursor ?? start {
            // The cursor is an id, so that no name is part of a URL; the sort key is looked up.
            page = """
                (\(sort.key), u.id) \(sign) (
                    SELECT \(sort.key), u.id FROM accounts_users u JOIN accounts_clients c ON c.id = u.client_id
                    WHERE u.id = \(id)
                )
                """
        }
        return try connection.rows(
            """
            SELECT \(AccountLine.columns) FROM \(Account.tables) WHERE (\(filter.condition)) AND \(page)
            ORDER BY \(sort.key) \(direction), u.id \(direction) LIMIT \(limit + 1)
            """
        ).map(AccountLine.init)
    }
}
