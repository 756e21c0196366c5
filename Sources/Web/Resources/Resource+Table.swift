import Core

/// The list as a table for a spreadsheet: a column for each simple value, several for a person.
extension Resource {
    var header: [String] { columns.flatMap(\.header) }

    func cells(_ row: ResourceRow) -> [String] {
        zip(columns, row.values).flatMap { $0.cells($1) }
    }
}

extension ResourceColumn {
    private static let person = ["id", "phone", "name", "email"]

    fileprivate var header: [String] {
        let name = name.replacing(".", with: "_")
        return switch kind {
        case .id, .text, .link, .quote, .number, .money, .bytes, .change, .rating, .moment, .bool, .choice,
            .author, .choices:
            [name]
        case .object: ["\(name)_id", name]
        case .flags(let flags, _): flags.map { "\(name)_\($0.name)" }
        case .person: Self.person.map { "\(name)_\($0)" }
        }
    }

    fileprivate func cells(_ value: JSON) -> [String] {
        switch kind {
        case .id, .text, .link, .quote, .moment, .choice, .author: [value.string ?? ""]
        case .money: [value.integer.map { RecordCell.plain(hundredths: $0) } ?? ""]
        case .number, .bytes, .change, .rating: [value.integer.map { String($0) } ?? ""]
        case .choices: [value.strings.joined(separator: " ")]
        case .bool: [value.bool.map { String($0) } ?? ""]
        case .object(let object):
            value == .null
                ? ["", ""] : [(try? value.get("id", as: String.self)) ?? "", object.title(value, .ru)]
        case .flags(let flags, _): flags.map { String(value[$0.name] == true) }
        case .person:
            if let person = try? PersonCard.Answer(json: value) {
                [person.id, person.phone ?? "", person.name ?? "", person.email ?? ""]
            } else {
                Self.person.map { _ in "" }
            }
        }
    }
}
