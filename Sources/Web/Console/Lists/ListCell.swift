import Core
import Storage

/// Formats values as cells of a list; the only code here that depends on the kind of a field.
struct ListCell {
    let time: HumanTime
    /// Titles of referenced entries, by id.
    let titles: [String: String]
    private var language: Language { time.language }

    init(time: HumanTime, titles: [String: String] = [:]) {
        (self.time, self.titles) = (time, titles)
    }

    /// An empty cell with every member that the template uses.
    static let empty: JSON = [
        "words": .null, "code": .null, "chip": .null, "tone": "", "pill": .null, "toggle": .null,
        "picture": .null,
        "planned": .null, "has_edits": .null, "stock": .null,
    ]

    func cell(of field: Field, _ value: JSON?) -> JSON {
        guard let value, value != .null else { return part("words", "—") }
        switch field.kind {
        case .text, .phone: return part("words", short(value.string ?? ""))
        case .localizedText: return part("words", short(text(value)))
        case .richText: return part("words", short(RichText.plain(text(value))))
        case .integer, .points: return part("words", Self.number(value.integer ?? 0, language))
        case .decimal: return part("words", decimal(value))
        case .bool:
            let isOn = value.bool ?? false
            return part("words", (isOn ? Localized("да", "yes") : Localized("нет", "no"))[language])
        case .choice(let choices):
            let choice = choices.first { $0.name == value.string }
            return part("words", choice?.title[language] ?? value.string ?? "")
        case .date: return part("chip", day(value))
        case .timestamp: return part("chip", moment(value))
        case .slug: return part("code", value.string ?? "")
        case .url: return part("words", short(host(value.string ?? "")))
        case .image: return part("picture", value.string ?? "")
        case .images: return part("words", count(value.strings.count))
        case .file: return part("words", Localized("есть", "yes")[language])
        case .reference: return part("words", short(value.string.map { titles[$0] ?? "…" } ?? ""))
        case .references: return part("words", short(names(value.strings, most: 3)))
        case .table: return part("words", Self.rows(value.array?.count ?? 0, language))
        }
    }

    /// The words of a cell; nil if it shows no text.
    func words(of field: Field, _ value: JSON?) -> String? {
        let cell = cell(of: field, value)
        return ["words", "chip", "code"].lazy.compactMap { cell[$0]?.string }.first
    }

    /// The line below a title: the entry's parent and its kind.
    func subline(of type: ContentType, _ body: [String: JSON]) -> String {
        let parts = type.fields.compactMap { field -> String? in
            guard let value = body[field.name], value != .null else { return nil }
            switch field.kind {
            case .reference: return value.string.flatMap { titles[$0] }
            case .references: return names(value.strings, most: 2)
            case .choice: return words(of: field, value).map { $0.lowercased() }
            case .text, .localizedText, .richText, .integer, .decimal, .bool, .date, .timestamp, .slug, .url,
                .phone, .image, .images, .file, .points, .table:
                return nil
            }
        }
        return parts.filter { !$0.isEmpty }.prefix(2).joined(separator: " · ")
    }

    /// True for numbers, which are aligned to the right.
    static func isFigure(_ field: Field) -> Bool {
        switch field.kind {
        case .integer, .decimal, .points: true
        case .text, .localizedText, .richText, .bool, .choice, .date, .timestamp, .slug, .url, .phone, .image,
            .images, .file, .reference, .references, .table:
            false
        }
    }

    /// The control of a filter or a bulk change; nil if there is none.
    static func control(of field: Field) -> String? {
        switch field.kind {
        case .bool: "bool"
        case .choice: "choice"
        case .reference, .references: "reference"
        case .integer, .points: "number"
        case .date: "date"
        case .text, .slug, .phone, .url: "text"
        case .localizedText, .richText, .decimal, .timestamp, .image, .images, .file, .table: nil
        }
    }

    /// The first picture of an entry.
    static func picture(of type: ContentType, _ body: [String: JSON]) -> String? {
        type.uploads(in: body).lazy.filter { $0.field.kind == .image || $0.field.kind == .images }
            .compactMap { $0.ids.first }.first
    }

    // MARK: Formatting

    private func part(_ name: String, _ text: String) -> JSON {
        Self.empty.merged(with: .object([name: .string(text.isEmpty ? "—" : text)]))
    }

    private func text(_ value: JSON) -> String {
        value[language.rawValue]?.string ?? value[Language.standard.rawValue]?.string ?? value.string ?? ""
    }

    private func short(_ text: String) -> String {
        text.count > 60 ? String(text.prefix(60)) + "…" : text
    }

    private func decimal(_ value: JSON) -> String {
        let text = value.string ?? value.text
        return language == .ru ? text.replacing(".", with: ",") : text
    }

    private func day(_ value: JSON) -> String {
        value.string.flatMap { Timestamp("\($0)T12:00:00Z") }.map { time.shortDay($0) } ?? ""
    }

    private func moment(_ value: JSON) -> String {
        value.string.flatMap { Timestamp($0) }.map { time.moment($0) } ?? ""
    }

    private func host(_ url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        return String(rest.prefix { $0 != "/" })
    }

    private func count(_ number: Int) -> String {
        counted(number, language, ru: ("фото", "фото", "фото"), en: ("photo", "photos"))
    }

    /// `3 rows`.
    static func rows(_ number: Int, _ language: Language) -> String {
        counted(number, language, ru: ("строка", "строки", "строк"), en: ("row", "rows"))
    }

    private func names(_ ids: [String], most: Int) -> String {
        let names = ids.prefix(most).compactMap { titles[$0] }.joined(separator: ", ")
        return ids.count > most ? "\(names) +\(ids.count - most)" : names
    }

    /// `12 345`, `12,345`.
    static func number(_ number: Int64, _ language: Language) -> String {
        let digits = String(number.magnitude)
        let sign = number < 0 ? "−" : ""
        guard digits.count > 4 || language == .en && digits.count > 3 else { return sign + digits }
        let separator: Character = language == .ru ? "\u{A0}" : ","
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(separator) }
            text.append(digit)
        }
        return sign + text
    }
}
