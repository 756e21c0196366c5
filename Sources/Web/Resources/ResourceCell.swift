import Core
import Storage

/// Formats a value of a list for the console.
struct ResourceCell {
    let language: Language
    let time: HumanTime

    /// The value as a cell of the table.
    func cell(_ value: JSON, _ column: ResourceColumn) -> JSON {
        switch column.kind {
        case .id, .text, .number, .money, .bytes, .moment, .bool, .author, .choices, .flags:
            RecordCell.words(words(value, column))
        case .link(let path):
            value.string.map { RecordCell.entity($0, href: path($0)) } ?? RecordCell.words("")
        case .quote: value.string.map { ["quote": .string($0)] } ?? RecordCell.words(words(value, column))
        case .change: value.integer.map { RecordCell.amount($0) } ?? RecordCell.words("")
        case .rating: value.integer.map { stars($0) } ?? RecordCell.words("")
        case .object(let object): value == .null ? RecordCell.words("") : cell(value, object)
        case .choice(let choices):
            choices.first { $0.value == value.string }
                .map { RecordCell.pill($0.title[language], $0.tone, icon: $0.icon) }
                ?? RecordCell.words(value.string ?? "")
        case .person(_, let path, let nobody):
            person(value).map { RecordCell.person($0, at: path, language) }
                ?? RecordCell.words(nobody[language])
        }
    }

    private func cell(_ value: JSON, _ object: ResourceObject) -> JSON {
        let title = object.title(value, language)
        return switch object.form {
        case .entity:
            RecordCell.entity(title, sub: object.detail(value), href: object.path(value) ?? "")
        case .words: RecordCell.words(title)
        case .message: title.isEmpty ? RecordCell.words("") : RecordCell.message(title)
        }
    }

    /// The value as text.
    func words(_ value: JSON, _ column: ResourceColumn) -> String {
        switch column.kind {
        case .id, .text, .link, .quote: value.string ?? ""
        case .number: value.integer.map { RecordCell.grouped($0) } ?? ""
        case .money(let unit):
            value.integer.map { RecordCell.money($0, unit, language) } ?? ""
        case .bytes: value.integer.map { RecordCell.size($0, language) } ?? ""
        case .change: value.integer.map { RecordCell.signed($0) } ?? ""
        case .rating: value.integer.map { Localized("\($0) из 5", "\($0) of 5")[language] } ?? ""
        case .moment: time.words(value)
        case .bool(let yes, let no): value.bool.map { ($0 ? yes : no)[language] } ?? ""
        case .choice(let choices), .author(let choices):
            choices.first { $0.value == value.string }?.title[language] ?? value.string ?? ""
        case .choices(let choices, let none): list(value, choices, none)
        case .object(let object): value == .null ? "" : object.title(value, language)
        case .flags(let flags, let none): on(value, flags, none)
        case .person(_, _, let nobody):
            person(value).map { RecordCell.name($0, language) } ?? nobody[language]
        }
    }

    /// The person in the value; nil if there is none.
    private func person(_ value: JSON) -> PersonCard.Answer? { try? PersonCard.Answer(json: value) }

    private func on(_ value: JSON, _ flags: [ResourceFlag], _ none: Localized) -> String {
        let on = flags.filter { value[$0.name] == true }.map { $0.title[language] }
        return on.isEmpty ? none[language] : on.joined(separator: ", ")
    }

    private func list(_ value: JSON, _ choices: [ResourceChoice], _ none: Localized) -> String {
        let words = value.strings.map { text in choices.first { $0.value == text }?.title[language] ?? text }
        return words.isEmpty ? none[language] : words.joined(separator: ", ")
    }

    private func stars(_ rating: Int64) -> JSON {
        let count = Int(min(max(rating, 0), 5))
        return [
            "stars": [
                "value": .integer(rating),
                "text": .string(Localized("\(rating) из 5", "\(rating) of 5")[language]),
                "marks": .string(
                    String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
                ),
            ]
        ]
    }
}
