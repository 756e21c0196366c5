import Core
import Storage

/// The control of a field in a form.
enum FormField {
    /// Text of one line or several.
    case text(type: String, lengthMax: Int?, isMultiline: Bool)
    /// HTML, edited in a rich text editor if scripts are enabled.
    case rich(lengthMax: Int)
    case number(unit: Localized?, isDecimal: Bool)
    case toggle
    case choice([Field.Choice])
    case date
    case moment
    case media(isImage: Bool, isMany: Bool)
    case reference(to: String, isMany: Bool)
    /// Rows that are added, moved and removed.
    case table([Field.Column])
}

extension Field {
    /// The control of a field, the only mapping from kinds of fields to parts of a form.
    var control: FormField {
        switch kind {
        case .text(let lengthMax): .text(type: "text", lengthMax: lengthMax, isMultiline: false)
        case .localizedText(let lengthMax, let isMultiline):
            .text(type: "text", lengthMax: lengthMax, isMultiline: isMultiline)
        case .richText: .rich(lengthMax: Limits.richTextLengthMax)
        case .integer: .number(unit: unit, isDecimal: false)
        case .points: .number(unit: Localized("баллов", "points"), isDecimal: false)
        case .decimal: .number(unit: unit, isDecimal: true)
        case .bool: .toggle
        case .choice(let choices): .choice(choices)
        case .date: .date
        case .timestamp: .moment
        case .slug: .text(type: "text", lengthMax: Limits.slugLengthMax, isMultiline: false)
        case .url: .text(type: "url", lengthMax: nil, isMultiline: false)
        case .phone: .text(type: "tel", lengthMax: nil, isMultiline: false)
        case .image: .media(isImage: true, isMany: false)
        case .images: .media(isImage: true, isMany: true)
        case .file: .media(isImage: false, isMany: false)
        case .reference(let target): .reference(to: target, isMany: false)
        case .references(let target): .reference(to: target, isMany: true)
        case .table(let columns, _): .table(columns)
        }
    }

    /// The unit that a title names after a comma: the per cent of `Кешбэк, %`.
    private var unit: Localized? {
        let parts = [title.ru, title.en].map { $0.split(separator: ", ", maxSplits: 1).dropFirst().first }
        guard let ru = parts[0], let en = parts[1], ru.count <= Self.unitLengthMax,
            en.count <= Self.unitLengthMax
        else { return nil }
        return Localized(String(ru), String(en))
    }

    private static let unitLengthMax = 4

    /// The title without the unit, which is shown in the field itself.
    func label(_ language: Language) -> String {
        guard unit != nil, let name = title[language].split(separator: ", ").first else {
            return title[language]
        }
        return String(name)
    }
}

/// One input of a form: a field, its text in one language, or an end of the window.
struct FormPart {
    let name: String
    let field: Field
    let language: Language?

    /// The pointer of the part in a fault of the API.
    var pointer: String { language.map { "#/\(field.name)/\($0.rawValue)" } ?? "#/\(field.name)" }
}

extension ContentType {
    /// The ends of the window as fields.
    var windowFields: [Field] {
        guard case .between(let from, let isFromOptional, let until, let isUntilOptional) = window else {
            return []
        }
        return zip(Self.windowNames, [(from, isFromOptional), (until, isUntilOptional)]).map { name, end in
            let field = Field(name, .timestamp, end.0)
            return end.1 ? field.optional() : field
        }
    }

    /// All parts of the form of the type, in order.
    var formParts: [FormPart] {
        (fields + windowFields).flatMap { field in
            field.isPerLanguage
                ? Language.allCases.map {
                    FormPart(name: "\(field.name).\($0.rawValue)", field: field, language: $0)
                }
                : [FormPart(name: field.name, field: field, language: nil)]
        }
    }

    /// The part for the pointer of an API fault.
    func formPart(at pointer: String) -> FormPart? {
        let steps = pointer.split(separator: "/").dropFirst().map { String($0) }
        guard let name = steps.first else { return nil }
        let parts = formParts.filter { $0.field.name == name }
        return parts.first { $0.language?.rawValue == steps.dropFirst().first } ?? parts.first
    }
}

/// The texts of the fields of a form, by name.
struct FormTexts: Sendable, Equatable {
    private(set) var values: [String: [String]] = [:]

    subscript(name: String) -> [String] {
        get { values[name] ?? [] }
        set { values[name] = newValue }
    }

    /// The texts of a body.
    init(_ body: Body, of type: ContentType, _ time: HumanTime) {
        for part in type.formParts {
            let json =
                part.language.map { body[part.field.name]?[$0.rawValue] ?? .null } ?? body[part.field.name]
            values[part.name] = Self.texts(of: json ?? .null, part.field.control, time)
        }
    }

    /// The texts with those of a submitted form in their place.
    func filled(in form: Form, of type: ContentType) -> FormTexts {
        var texts = self
        for part in type.formParts where form.contains(part.name) {
            texts.values[part.name] = form.texts(of: part)
        }
        return texts
    }

    private static func texts(of json: JSON, _ control: FormField, _ time: HumanTime) -> [String] {
        switch (control, json) {
        case (_, .null): []
        case (.moment, .string(let text)): Timestamp(text).map { [time.field($0)] } ?? [text]
        case (_, .string(let text)): text.isEmpty ? [] : [text]
        case (.table, .array(let rows)): rows.map { FormRow($0).text }
        case (_, .array): json.strings
        case (_, .bool), (_, .integer), (_, .decimal): [json.text]
        case (_, .object): []
        }
    }
}

extension Form {
    func contains(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// The submitted texts of a part; an empty value only means that the field was present.
    func texts(of part: FormPart) -> [String] {
        switch part.field.control {
        case .media(_, isMany: true), .reference(_, isMany: true): all(part.name).filter { !$0.isEmpty }
        // An empty field for typing an id follows the chosen value.
        case .media, .reference: Array(all(part.name).filter { !$0.isEmpty }.suffix(1))
        case .table: rows(of: part.field).filter { $0 != .empty }.map(\.text)
        case .text, .rich, .number, .toggle, .choice, .date, .moment:
            [self[part.name] ?? ""].filter { !$0.isEmpty }
        }
    }
}
