import Core
import Storage

/// Name, birthday and document of a person, with the rules that the profile and passengers share.
///
/// No SQL and no HTTP: a body is applied to what is known, field by field.
struct PersonalData: Sendable, Hashable {
    var surname: String?
    var name: String?
    var patronymic: String?
    /// 1 male, 2 female.
    var sex: Int64?
    var birthday: CivilDate?
    var documentType: DocumentType?
    var documentNumber: String?
    var issuedOn: CivilDate?
    var issuer: String?
    /// The id of an entry of `citizenships`.
    var citizenshipID: String?

    /// The names of the fields in bodies and answers.
    enum Member: String, Sendable, CaseIterable {
        case surname, name, patronymic, sex, birthday
        case documentType = "passp_type"
        case documentNumber = "passp_number"
        case issuedOn = "passp_date"
        case issuer = "passp_vidan"
        case citizenshipID = "citizenship_id"
    }

    /// The knowledge that checks need.
    struct Rules: Sendable {
        let today: CivilDate
        let isCitizenship: @Sendable (String) -> Bool
        /// True if the body describes a new person, so that a document needs everything at once.
        var isWhole = false
    }

    /// Takes the documented fields of a body; an empty value leaves what is filled in (decision 13).
    ///
    /// Another type of document clears what belonged to the former one.
    mutating func apply(_ body: [String: JSON], _ rules: Rules) throws(CruiseError) {
        var given: [Member: JSON] = [:]
        for member in Member.allCases {
            guard let value = body[member.rawValue], !value.isEmptyValue else { continue }
            given[member] = value
        }
        if let value = given.removeValue(forKey: .documentType) { try change(toDocument: value) }
        for member in Member.allCases {
            guard let value = given[member] else { continue }
            try set(member, value, rules)
        }
        try checkDocument(given, rules)
    }

    private mutating func change(toDocument value: JSON) throws(CruiseError) {
        guard let number = value.wholeNumber, let type = DocumentType(rawValue: number) else {
            throw .wrong(.documentType, "must be 1, 2, 3 or 4")
        }
        guard type != documentType else { return }
        let isFirst = documentType == nil
        documentType = type
        // A number that was filled in before the type stays if it fits.
        documentNumber = isFirst ? documentNumber.flatMap { type.normalized($0) } : nil
        guard !isFirst else { return }
        (issuedOn, issuer, citizenshipID) = (nil, nil, nil)
    }

    private mutating func set(_ member: Member, _ value: JSON, _ rules: Rules) throws(CruiseError) {
        switch member {
        case .surname: surname = try Self.name(member, value)
        case .name: name = try Self.name(member, value)
        case .patronymic: patronymic = try Self.name(member, value)
        case .sex:
            guard let number = value.wholeNumber, 1...2 ~= number else {
                throw .wrong(member, "must be 1, 2 or null")
            }
            sex = number
        case .birthday: birthday = try Self.date(member, value, rules)
        case .issuedOn: issuedOn = try Self.date(member, value, rules)
        case .issuer:
            guard let text = value.string.flatMap({ PersonalText.issuer($0) }) else {
                throw .wrong(member, "must be text of at most \(PersonalText.issuerLengthMax) characters")
            }
            issuer = text
        case .documentNumber: documentNumber = try number(value)
        case .citizenshipID:
            guard let id = value.string.flatMap({ Identifier.normalized($0) }), rules.isCitizenship(id) else {
                throw .wrong(member, "is not a known citizenship")
            }
            citizenshipID = id
        case .documentType: break
        }
    }

    private func number(_ value: JSON) throws(CruiseError) -> String {
        let text = (value.string ?? value.integer.map { String($0) })?.trimmingSpaces
        let known = text.flatMap { text in
            if let documentType { documentType.normalized(text) } else { DocumentType.plain(text) }
        }
        guard let number = known else {
            throw .wrong(.documentNumber, "does not fit the type of the document")
        }
        return number
    }

    /// A foreign document is one of a country.
    private func checkDocument(_ given: [Member: JSON], _ rules: Rules) throws(CruiseError) {
        guard documentType == .foreignDocument, citizenshipID == nil else { return }
        guard given[.documentNumber] == nil, !rules.isWhole else {
            throw .wrong(.citizenshipID, "is needed with a foreign document")
        }
    }

    private static func name(_ member: Member, _ value: JSON) throws(CruiseError) -> String {
        guard let name = value.string.flatMap({ PersonalText.name($0) }) else {
            throw .wrong(
                member,
                "must be letters with spaces and hyphens, at most \(PersonalText.nameLengthMax) characters"
            )
        }
        return name
    }

    private static func date(_ member: Member, _ value: JSON, _ rules: Rules) throws(CruiseError) -> CivilDate
    {
        guard let date = value.string.flatMap({ PersonalText.date($0) }),
            PersonalText.isOfSomebody(date, today: rules.today)
        else { throw .wrong(member, "must be a date Y.m.d, not in the future, at most 120 years ago") }
        return date
    }
}

extension PersonalData {
    /// The fields of an answer.
    var members: [String: JSON] {
        let known: [(Member, JSON)] = [
            (.surname, JSON(surname)), (.name, JSON(name)), (.patronymic, JSON(patronymic)),
            (.sex, sex.map { .integer($0) } ?? .null),
            (.birthday, JSON(birthday.map { PersonalText.text($0) })),
            (.documentType, documentType.map { .integer($0.rawValue) } ?? .null),
            (.documentNumber, JSON(documentNumber)),
            (.issuedOn, JSON(issuedOn.map { PersonalText.text($0) })), (.issuer, JSON(issuer)),
            (.citizenshipID, JSON(citizenshipID)),
        ]
        return Dictionary(uniqueKeysWithValues: known.map { ($0.0.rawValue, $0.1) })
    }
}

extension CruiseError {
    fileprivate static func wrong(_ member: PersonalData.Member, _ rule: String) -> CruiseError {
        .bad("\(member.rawValue) \(rule)")
    }
}

extension JSON {
    /// Null or a text without a visible character.
    fileprivate var isEmptyValue: Bool {
        self == .null || string.map { $0.allSatisfy(\.isWhitespace) } ?? false
    }

    /// A whole number, or its digits as text, which some clients send.
    var wholeNumber: Int64? { integer ?? string.flatMap { Int64($0) } }
}
