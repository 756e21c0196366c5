import Core
import Storage

/// A query parameter of an operation; an empty one counts as absent, because forms send it.
package struct RouteParameter: Sendable {
    package indirect enum Kind: Sendable {
        /// A parameter that may be repeated.
        case several(Kind, countMax: Int)
        case text(lengthMax: Int)
        case choice([String])
        case integer(ClosedRange<Int64>, standard: Int64?)
        case bool
        /// RFC 3339.
        case moment
        /// A day: `2026-11-21`.
        case date
        case id
        /// Ids separated by commas.
        case ids(countMax: Int)
        /// The cursor of a page.
        case cursor
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    package let about: String

    package init(_ name: String, _ kind: Kind, _ about: String, isRequired: Bool = false) {
        (self.name, self.kind, self.isRequired, self.about) = (name, kind, isRequired, about)
    }

    /// The language of a response.
    package static func language(_ about: String) -> RouteParameter {
        RouteParameter("lang", .choice(Language.allCases.map(\.rawValue)), about)
    }

    /// The parameters of a list with pages.
    package static let paging = [
        RouteParameter(
            "limit",
            .integer(1...Int64(Limits.pageSizeMax), standard: Int64(Limits.pageSizeDefault)),
            "The number of rows of a page."
        ),
        RouteParameter("cursor", .cursor, "Where the page begins: `next` of the page before."),
    ]

    /// The parameter in OpenAPI.
    package var description: JSON {
        [
            "name": .string(name), "in": "query", "required": .bool(isRequired), "schema": kind.schema,
            "description": .string(about),
        ]
    }
}

extension RouteParameter.Kind {
    var schema: JSON {
        switch self {
        case .several(let kind, let countMax):
            Schema.list(of: kind.schema).adding(["maxItems": .integer(Int64(countMax))])
        case .text(let lengthMax): Schema.text(lengthMax: lengthMax)
        case .choice(let names): Schema.choice(names)
        case .integer(let range, let standard):
            Schema.integer(range).adding(standard.map { ["default": .integer($0)] } ?? [:])
        case .bool: Schema.flag
        case .moment: Schema.moment
        case .date: ["type": "string", "format": "date"]
        case .id: Schema.uuid
        case .ids, .cursor: Schema.text
        }
    }

    /// The rule that a value breaks; nil if it is valid.
    func fault(in value: String) -> Localized? {
        switch self {
        case .several(let kind, _): kind.fault(in: value)
        case .text(let lengthMax): Self.fault(inText: value, lengthMax)
        case .choice(let names):
            names.contains(value)
                ? nil
                : Localized(
                    "должно быть одним из: \(names.joined(separator: ", "))",
                    "must be one of \(names.joined(separator: ", "))"
                )
        case .integer(let range, _):
            Int64(value).map { range ~= $0 } == true
                ? nil
                : Localized(
                    "должно быть от \(range.lowerBound) до \(range.upperBound)",
                    "must be from \(range.lowerBound) to \(range.upperBound)"
                )
        case .bool:
            Bool(value) == nil ? Localized("должно быть true или false", "must be true or false") : nil
        case .moment:
            Timestamp(value) == nil
                ? Localized(
                    "должно быть временем вида 2026-11-21T12:00:00Z",
                    "must be a time as 2026-11-21T12:00:00Z"
                )
                : nil
        case .date:
            CivilDate(value) == nil
                ? Localized("должно быть днём вида 2026-11-21", "must be a day like 2026-11-21") : nil
        case .id:
            Identifier.normalized(value) == nil
                ? Localized("должно быть идентификатором (UUID)", "must be an id (UUID)") : nil
        case .ids(let countMax):
            Self.areIDs(value.split(separator: ","), countMax)
                ? nil
                : Localized(
                    "нужны id (UUID) через запятую, не больше \(countMax)",
                    "must be ids (UUID) with commas between, at most \(countMax)"
                )
        case .cursor:
            value.utf8.count <= Limits.cursorLengthMax && !value.utf8.contains(0)
                ? nil : Localized("неверная метка страницы", "is not a cursor of this list")
        }
    }

    private static func fault(inText value: String, _ lengthMax: Int) -> Localized? {
        if value.utf8.contains(0) {
            return Localized("не может содержать символ NUL", "must not contain the character NUL")
        }
        return value.unicodeScalars.count <= lengthMax
            ? nil
            : Localized("не больше \(lengthMax) символов", "must have at most \(lengthMax) characters")
    }

    /// The fault of so many values; nil if there is none.
    func fault(of count: Int) -> Localized? {
        guard case .several(_, let countMax) = self, count > countMax else { return nil }
        return Localized("не больше \(countMax) значений", "must not have over \(countMax) values")
    }

    private static func areIDs(_ texts: [Substring], _ countMax: Int) -> Bool {
        texts.count <= countMax && texts.allSatisfy { Identifier.normalized(String($0)) != nil }
    }
}
