import Storage

/// How staff look for a phone: by its last digits, or by all of them.
package enum PhoneSearch {
    /// The digits of a phone or of its end; 8 at the start of a whole number is 7.
    package static func dialled(_ text: String) -> String {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        return digits.count == 11 && digits.hasPrefix("8") ? "7" + digits.dropFirst() : digits
    }

    /// The last digits that a mask shows, or the whole number, is what anybody may know; what lies between would let a
    /// number be guessed digit by digit.
    package static func mayBeAsked(_ digits: String, readsPeople: Bool) -> Bool {
        readsPeople || digits.count <= PhoneNumber.shownDigitsCount || isWhole(digits)
    }

    /// Whether they can be all the digits of a phone; who asks for those is told whose it is (`PhoneLookUps`).
    package static func isWhole(_ digits: String) -> Bool { wholeLengths ~= digits.count }

    /// The condition on the end of the phones in these tables; on the whole phone where the end may not be asked for.
    package static func condition(endOfPhone digits: String, in tables: [String], readsPeople: Bool) -> SQL {
        let isEnd = readsPeople || digits.count <= PhoneNumber.shownDigitsCount
        let conditions = tables.map { table in
            isEnd
                ? "\(name: table).phone LIKE \("%\(digits)")" as SQL
                : "\(name: table).phone = \("+\(digits)")"
        }
        return conditions.joined(separator: " OR ")
    }

    /// Digits of a whole number.
    private static let wholeLengths = 10...15
}
