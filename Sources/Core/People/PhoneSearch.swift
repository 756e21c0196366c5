import Storage

/// The search of staff for a phone by its last digits, or by all of them.
package enum PhoneSearch {
    /// The digits of a phone or of its end; a leading 8 of a whole number becomes 7.
    package static func dialled(_ text: String) -> String {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        return digits.count == 11 && digits.hasPrefix("8") ? "7" + digits.dropFirst() : digits
    }

    /// True if the digits may be searched for.
    ///
    /// Everybody may search for the last digits that a mask shows, and for a whole number; a length between would let a
    /// number be guessed digit by digit.
    package static func mayBeAsked(_ digits: String, readsPeople: Bool) -> Bool {
        readsPeople || digits.count <= PhoneNumber.shownDigitsCount || isWhole(digits)
    }

    /// True if these can be all the digits of a phone; such a search shows its owner (`PhoneLookUps`).
    package static func isWhole(_ digits: String) -> Bool { wholeLengths ~= digits.count }

    /// The phones of which these digits are all; none if they may be the end or another part of one.
    package static func phones(of digits: String) -> [String] {
        switch digits.count {
        // People in Russia leave out the country's digit.
        case 10 where digits.hasPrefix("9"): ["+7\(digits)", "+\(digits)"]
        case 11...15: ["+\(digits)"]
        case _: []
        }
    }

    /// The condition of a whole phone in a column, which an index finds; nil if the digits may be a part of one.
    package static func condition(wholePhone digits: String, in column: SQL) -> SQL? {
        let phones = phones(of: digits).map { "\($0)" as SQL }
        return phones.isEmpty ? nil : "\(column) IN (\(phones.joined(separator: ", ")))"
    }

    /// The condition on the end of the phones in these tables; on the whole phone if the end may not be searched for.
    package static func condition(endOfPhone digits: String, in tables: [String], readsPeople: Bool) -> SQL {
        if readsPeople, !phones(of: digits).isEmpty {
            return tables.compactMap { condition(wholePhone: digits, in: "\(name: $0).phone") }
                .joined(separator: " OR ")
        }
        let isEnd = readsPeople || digits.count <= PhoneNumber.shownDigitsCount
        let conditions = tables.map { table in
            isEnd
                ? "\(name: table).phone LIKE \("%\(digits)")" as SQL
                : "\(name: table).phone = \("+\(digits)")"
        }
        return conditions.joined(separator: " OR ")
    }

    /// The lengths of a whole number.
    private static let wholeLengths = 10...15
}
