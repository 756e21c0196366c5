import Core
import Web

/// The rows of a list for staff as a table.
struct ResourceTable {
    let resource: Resource
    let session: Session

    func list(_ rows: [JSON]) -> Table {
        let id = resource.columns.first { $0.name == "id" }
        let shown = resource.columns.filter { [.main, .below, .table].contains($0.place) }
        let columns = (id.map { [$0] } ?? []) + shown.filter { $0.name != "id" }
        return Table(
            columns.map(Self.head),
            rows: rows.map { row in columns.map { text(row.member(at: $0.name), $0) } }
        )
    }

    /// A card of one row: its columns, followed by the rows of its parts.
    ///
    /// `also` are further members of an action's answer; a secret among them is shown in full.
    func card(_ row: JSON, also: [String] = []) -> Table {
        if also.contains(where: { row[$0]?.string != nil }) {
            let lines = resource.columns.filter { [.main, .below].contains($0.place) || $0.name == "id" }
            return Table(
                secret: lines.map { ($0.name, text(row.member(at: $0.name), $0)) }
                    + also.compactMap { name in row[name]?.string.map { (name, $0) } }
            )
        }
        let lines = resource.columns.filter { $0.place != .answer }.map { column in
            [session.text(column.title), text(row.member(at: column.name), column)]
        }
        let parts = resource.parts.flatMap { part in
            (row[part.name]?.array ?? []).map { line in
                let shown = part.columns.filter { $0.place == .table }
                let cells = shown.map { text(line.member(at: $0.name), $0) }
                return [session.text(part.title), cells.filter { !$0.isEmpty }.joined(separator: ", ")]
            }
        }
        return Table(
            [Table.Column(""), Table.Column("", isFlexible: true)],
            hasHeader: false,
            rows: lines.filter { !$0[1].isEmpty } + parts
        )
    }

    /// The title of the row, or its id.
    func title(_ row: JSON) -> String {
        let main = resource.columns.first { $0.place == .main }.map { text(row.member(at: $0.name), $0) }
        return main ?? row.id ?? ""
    }

    func sums(_ figures: JSON) -> Table {
        let rows = resource.sums.map { sum in
            let figure = figures.member(at: sum.name).integer
            let text =
                switch sum.kind {
                case .count: figure.map { String($0) }
                case .hundredths: figure.map { RecordCell.hundredths($0, session.terminal.language) }
                }
            return [session.text(sum.title), text ?? "—"]
        }
        return Table([Table.Column(""), Table.Column("", isNumber: true)], hasHeader: false, rows: rows)
    }

    private static func head(_ column: ResourceColumn) -> Table.Column {
        let title = Localized(column.title.ru.uppercased(), column.title.en.uppercased())
        return switch column.kind {
        case .id: Table.Column("ID")
        case .number, .money, .bytes, .change, .rating: Table.Column(title, isNumber: true)
        case .text, .link, .quote, .author, .object, .choices, .flags, .person:
            Table.Column(title, isFlexible: true)
        case .moment, .bool: Table.Column(title)
        case .choice: Table.Column(title, isKept: true)
        }
    }

    private func text(_ value: JSON, _ column: ResourceColumn) -> String {
        switch column.kind {
        case .id, .text, .link, .choice: value.string ?? ""
        case .author(let others):
            others.first { $0.value == value.string }.map { session.text($0.title) } ?? value.string ?? ""
        case .quote: (value.string ?? "").replacing("\n", with: " ")
        case .number, .rating: Optional(value).number
        case .money(let unit):
            value.integer.map { RecordCell.money($0, unit, session.terminal.language) } ?? ""
        case .bytes: value.integer.map { RecordCell.size($0, session.terminal.language) } ?? ""
        case .change: Optional(value).signed
        case .moment: session.clock.text(value)
        case .bool(let yes, let no): value.bool.map { session.text($0 ? yes : no) } ?? ""
        case .choices: value.strings.joined(separator: ", ")
        case .object(let object): value == .null ? "" : object.title(value, session.terminal.language)
        case .flags(let flags, _): flags.map(\.name).filter { value[$0] == true }.joined(separator: ", ")
        case .person(_, _, let nobody): value == .null ? session.text(nobody) : Optional(value).person
        }
    }
}
