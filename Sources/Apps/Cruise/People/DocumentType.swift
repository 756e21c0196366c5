import Core
import Storage

/// The identity documents of users and passengers (cruise.md, decision 10).
enum DocumentType: Int64, Sendable, CaseIterable {
    case russianPassport = 1
    case travelPassport = 2
    case birthCertificate = 3
    case foreignDocument = 4

    private static let numberLengthMax = 30

    /// The name that staff's programs use.
    var name: String {
        switch self {
        case .russianPassport: "russian_passport"
        case .travelPassport: "travel_passport"
        case .birthCertificate: "birth_certificate"
        case .foreignDocument: "foreign_document"
        }
    }

    /// The name of the type that `column` keeps as a number.
    static func name(in column: SQL) -> SQL {
        let cases = allCases.map { "WHEN \($0.rawValue) THEN \($0.name)" as SQL }.joined(separator: " ")
        return "CASE \(column) \(cases) END"
    }

    var title: Localized {
        switch self {
        case .russianPassport: Localized("паспорт РФ", "Russian passport")
        case .travelPassport: Localized("заграничный паспорт", "travel passport")
        case .birthCertificate: Localized("свидетельство о рождении", "birth certificate")
        case .foreignDocument: Localized("иностранный документ", "foreign document")
        }
    }

    /// The series and number in the form in which they are kept; nil if the document has none like that.
    func normalized(_ number: String) -> String? {
        switch self {
        case .russianPassport: Self.grouped(number, 4, 6)
        case .travelPassport: Self.grouped(number, 2, 7)
        case .birthCertificate, .foreignDocument: Self.plain(number)
        }
    }

    /// The series and number of a document of any type.
    static func plain(_ number: String) -> String? {
        let isFine = number.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber: true
            case _: " -№".unicodeScalars.contains(scalar)
            }
        }
        guard isFine, 1...numberLengthMax ~= number.unicodeScalars.count,
            number.contains(where: \.isNumber)
        else { return nil }
        return number
    }

    /// Digits, with or without spaces between them, as two groups.
    private static func grouped(_ number: String, _ first: Int, _ second: Int) -> String? {
        let digits = number.filter { !$0.isWhitespace && $0 != "-" }
        guard digits.utf8.count == first + second, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else {
            return nil
        }
        return "\(digits.prefix(first)) \(digits.suffix(second))"
    }
}
