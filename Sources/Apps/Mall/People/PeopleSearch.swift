import Core
import Storage

/// The search of staff for users: each word must occur in the name, the e-mail address or the digits.
enum PeopleSearch {
    /// The text to search in.
    static func text(name: String? = nil, email: String? = nil, phone: PhoneNumber? = nil) -> String {
        [name.map(WordSearch.folded), email, phone.map { $0.description.filter(\.isNumber) }].compactMap {
            $0
        }
        .joined(separator: " ")
    }

    /// The condition on `mall_users u`; without permission to read people, names are not searched.
    static func condition(_ text: String, readsPeople: Bool) -> SQL {
        if let digits = digits(text) { return condition(digits: digits, readsPeople: readsPeople) }
        let byCode: SQL = "u.referral_code = \(text)"
        guard readsPeople, let words = WordSearch.condition(text, in: "u.search") else { return byCode }
        return "\(byCode) OR (\(words))"
    }

    /// The digits of a text that is a whole phone.
    static func wholeNumber(_ text: String) -> String? {
        digits(text).flatMap { PhoneSearch.isWhole($0) ? $0 : nil }
    }

    private static func condition(digits: String, readsPeople: Bool) -> SQL {
        if readsPeople {
            return PhoneSearch.condition(wholePhone: digits, in: "u.phone")
                ?? "u.search LIKE \("%\(digits)%")"
        }
        return PhoneSearch.condition(endOfPhone: digits, in: ["u"], readsPeople: false)
    }

    /// The digits of a phone or a part of one; a leading 8 of a whole number becomes 7.
    private static func digits(_ text: String) -> String? {
        let digits = PhoneSearch.dialled(text)
        guard digits.count >= 2, text.allSatisfy({ "0123456789+()-. \u{A0}".contains($0) }) else {
            return nil
        }
        return digits
    }
}

extension Connection {
    /// Updates the search text of a user.
    func indexMallUser(_ id: String) throws {
        let rows = try rows("SELECT name, email, phone FROM mall_users WHERE id = \(id)")
        guard let row = rows.first else { return }
        let text = PeopleSearch.text(
            name: try row.get("name"),
            email: try row.get("email"),
            phone: try row.get("phone", as: String?.self).map { PhoneNumber(kept: $0) }
        )
        try send("UPDATE mall_users SET search = \(text) WHERE id = \(id)")
    }
}
