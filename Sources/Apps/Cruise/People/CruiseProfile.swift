import Core
import Storage
import Web

/// The profile of a user as the app reads it (cruise.md 3.1, call 5).
struct CruiseProfile: Sendable {
    private static let namesLengthMax = 2_000

    private let members: [(name: String, value: JSON)]

    init(_ user: CruiseUser) {
        let personal = user.personal.members
        members =
            [
                ("id", .string(user.id)),
                ("phone", JSON(user.phone?.description ?? user.username)),
                ("username", JSON(user.username)),
                ("email", JSON(user.email)),
                ("gets_promos", .bool(user.getsPromos)),
            ] + PersonalData.Member.allCases.map { ($0.rawValue, personal[$0.rawValue] ?? .null) }
    }

    /// The requested fields, or all of them; names that do not exist are ignored (decision 13).
    func answer(_ body: CruiseBody) throws(CruiseError) -> PublicAnswer {
        let wanted: Set<String>?
        switch body["request_fields"] {
        case nil: wanted = nil
        case .array(let names)?: wanted = Set(names.compactMap(\.string))
        case _:
            let names = try body.text("request_fields", lengthMax: Self.namesLengthMax)
            wanted = names.map { names in
                Set(names.split(separator: ",").map { $0.trimmed })
            }
        }
        return PublicAnswer { json in
            json.object { json in
                for (name, value) in members where wanted?.contains(name) ?? true { json.member(name, value) }
            }
        }
    }
}

extension Connection {
    /// Copies the number to `phone` if only `username` has it (section 5), and reads the user again.
    func openedCruiseProfile(_ user: CruiseUser) throws -> CruiseUser {
        guard user.phone == nil, let phone = user.username.flatMap({ CruisePhoneNumber.normalized($0) })
        else {
            return user
        }
        let number = phone.description
        let count = try execute(
            """
            UPDATE cruise_users SET phone = \(number)
            WHERE id = \(user.id) AND phone IS NULL AND erased_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM cruise_users o WHERE o.phone = \(number))
            """
        )
        guard count == 1 else { return user }
        try indexCruiseUser(user.id)
        return try cruiseUser(where: "u.id = \(user.id)") ?? user
    }

    /// Saves what a body says about a user, by the rules of the profile (sections 5 and 6).
    func changeCruiseProfile(
        of userID: String,
        _ body: CruiseBody,
        _ rules: PersonalData.Rules
    ) throws -> CruiseUser {
        // Locked, so that of two fields that are saved at once none is lost.
        guard try lockCruiseUser(userID), let user = try cruiseUser(where: "u.id = \(userID)"),
            user.erasedAt == nil
        else { throw CruiseError.unauthorized }
        var personal = user.personal
        try personal.apply(body.members, rules)
        var email = user.email
        if let text = try body.text("email", lengthMax: Limits.emailLengthMax) {
            guard let address = Email.reachable(text) else {
                throw CruiseError.bad("email must be an e-mail address")
            }
            email = address
        }
        var getsPromos = user.getsPromos
        if let value = body["gets_promos"] {
            guard let decided = value.bool ?? value.string.flatMap({ Bool($0) }) else {
                throw CruiseError.bad("gets_promos must be true or false")
            }
            getsPromos = decided
        }
        try send(
            """
            UPDATE cruise_users SET \(personal.assignments), email = \(email), gets_promos = \(getsPromos)
            WHERE id = \(userID)
            """
        )
        try indexCruiseUser(userID)
        return try cruiseUser(where: "u.id = \(userID)") ?? user
    }
}
