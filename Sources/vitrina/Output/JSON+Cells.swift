import Core
import Web

extension JSON {
    /// The id in a list: a text or a number.
    var id: String? { id("id") }

    /// The id in the answer of a list: its `id`, or the member that the list has in place of it.
    func id(in resource: Resource) -> String? { id ?? id(resource.keyName) }

    private func id(_ name: String) -> String? {
        self[name]?.string ?? self[name]?.integer.map { String($0) }
    }
}

extension JSON? {
    /// The number as text; empty if there is none.
    var number: String { self?.integer.map { String($0) } ?? "" }

    var signed: String {
        guard let number = self?.integer else { return "" }
        return number > 0 ? "+\(number)" : String(number)
    }

    /// A user in a list: the name, and the masked phone.
    var person: String { self.flatMap { try? PersonCard.Answer(json: $0) }?.title ?? "—" }
}

extension Session {
    /// A card of one object: a row for each value that is not empty.
    func card(_ lines: [(Localized, String)]) -> Table {
        Table(
            [Table.Column(""), Table.Column("", isFlexible: true)],
            hasHeader: false,
            rows: lines.filter { !$0.1.isEmpty }.map { [text($0.0), $0.1] }
        )
    }

    /// The value of a field as text.
    func shown(_ value: JSON?) -> String {
        switch value {
        case .string(let text): text.contains("T") ? clock.text(value) : text
        case .array(let elements): elements.map { shown($0) }.joined(separator: ", ")
        case .null, nil: "—"
        case .bool, .integer, .decimal, .object: value?.text ?? ""
        }
    }
}
