import Core
import Storage

/// The texts and dates that people enter about themselves and their fellow passengers (cruise.md 5, C102, C103).
enum PersonalText {
    static let nameLengthMax = 100
    static let issuerLengthMax = 200
    static let ageMax: Int64 = 120

    /// A name: letters with spaces, hyphens and apostrophes between them; nil for any other text.
    static func name(_ text: String) -> String? {
        let name = composed(text)
        let scalars = name.unicodeScalars
        let isFine = scalars.allSatisfy { isLetter($0) || " -'’ʼ.".unicodeScalars.contains($0) }
        guard isFine, scalars.contains(where: isLetter), scalars.count <= nameLengthMax else { return nil }
        return name
    }

    /// The authority that has issued a document; nil if it is too long, or has emoji or control characters.
    static func issuer(_ text: String) -> String? {
        let issuer = composed(text)
        let isFine = issuer.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .nonspacingMark, .decimalNumber, .spaceSeparator, .dashPunctuation, .openPunctuation,
                .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
                true
            case _: scalar == "№"
            }
        }
        return isFine && issuer.unicodeScalars.count <= issuerLengthMax ? issuer : nil
    }

    /// Reads `1990.05.13`, `1990-05-13` or `13.05.1990`.
    static func date(_ text: String) -> CivilDate? {
        guard text.utf8.count == 10 else { return nil }
        let parts = text.split(whereSeparator: { $0 == "." || $0 == "-" })
        guard parts.count == 3 else { return nil }
        return parts[0].utf8.count == 4
            ? CivilDate(parts.joined(separator: "-")) : CivilDate(parts.reversed().joined(separator: "-"))
    }

    /// True if somebody alive can have this date in their life: not in the future, at most 120 years ago.
    static func isOfSomebody(_ date: CivilDate, today: CivilDate) -> Bool {
        let earliest = (today.year - ageMax, today.month, today.day)
        return date.daysSince1970 <= today.daysSince1970 && (date.year, date.month, date.day) >= earliest
    }

    /// The date as the app sends it: `1990.05.13`.
    static func text(_ date: CivilDate) -> String { date.description.replacing("-", with: ".") }

    private static func composed(_ text: String) -> String {
        text.trimmed.composed
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark:
            true
        case _: false
        }
    }
}
