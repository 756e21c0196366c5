import Storage

/// One column of a table of entries.
struct TransferColumn: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case id
        case state
        case position
        /// `live_from` or `live_until`.
        case window
        case field(Field)
        /// The text of a field in one language.
        case text(Field, Language)
    }

    let name: String
    let kind: Kind

    /// The member of a body that the column holds.
    var member: String? {
        switch kind {
        case .id, .state, .position: nil
        case .window: name
        case .field(let field), .text(let field, _): field.name
        }
    }
}

extension ContentType {
    /// The columns in the order in which they are written.
    var transferColumns: [TransferColumn] {
        let own = [
            TransferColumn(name: "id", kind: .id), TransferColumn(name: "state", kind: .state),
            TransferColumn(name: "position", kind: .position),
        ]
        let window = window == .none ? [] : Self.windowNames.map { TransferColumn(name: $0, kind: .window) }
        return own + fields.flatMap { $0.transferColumns } + window
    }
}

extension Field {
    fileprivate var transferColumns: [TransferColumn] {
        isPerLanguage
            ? Language.allCases.map { TransferColumn(name: "\(name).\($0.rawValue)", kind: .text(self, $0)) }
            : [TransferColumn(name: name, kind: .field(self))]
    }

    /// The cell of a value; `name` returns the name of a referenced entry.
    func cell(of json: JSON?, naming name: (_ target: String, _ id: String) -> String) -> String {
        guard let json, json != .null else { return "" }
        return switch shape {
        case .line, .choice, .day, .moment, .upload:
            CSV.safe(json.string ?? "")
        // A number stays a number, even if it is negative.
        case .integer, .decimal, .bool: json.text
        case .uploads: CSV.safe(CSV.list(json.strings))
        case .link(let target): CSV.safe(name(target, json.string ?? ""))
        case .links(let target): CSV.safe(CSV.list(json.strings.map { name(target, $0) }))
        case .rows: (replacingReferences(in: json) { name($0.target, $0.id) } ?? json).text
        case .texts: ""
        }
    }

    /// The value of a cell, not yet checked; null if it is empty.
    package func json(ofCell cell: String) -> JSON {
        let bare = cell.trimmed
        guard !bare.isEmpty else { return .null }
        return switch shape {
        case .line: .string(kind == .slug ? bare : cell)
        case .texts: .string(cell)
        case .choice, .upload, .link, .moment: .string(bare)
        case .day: .string(Self.day(bare))
        case .integer: Int64(bare).map { .integer($0) } ?? .string(cell)
        case .decimal: Self.number(bare)
        case .bool: Self.truth(bare).map { .bool($0) } ?? .string(cell)
        case .uploads, .links:
            .array(CSV.elements(bare).map { .string($0.trimmed) })
        case .rows: (try? JSON(parsing: bare)).map { rows(typed: $0) } ?? .string(cell)
        }
    }

    /// The rows with numbers in place of texts in the columns of numbers: `{"price": "100,50"}`.
    package func rows(typed json: JSON) -> JSON {
        guard case .array(let rows) = json else { return json }
        return .array(
            rows.map { row in
                guard case .object(var cells) = row else { return row }
                for column in columns {
                    if let text = cells[column.name]?.string {
                        cells[column.name] = column.field.json(ofCell: text)
                    }
                }
                return .object(cells)
            }
        )
    }

    /// Converts `22.11.2026`, into which a spreadsheet turns `2026-11-22`.
    private static func day(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map({ $0.utf8.count }) == [2, 2, 4] else { return text }
        return "\(parts[2])-\(parts[1])-\(parts[0])"
    }

    /// With a point or, as in Russian, a comma.
    private static func number(_ text: String) -> JSON {
        switch try? JSON(parsing: text.replacing(",", with: ".")) {
        case .integer(let number)?: .integer(number)
        case .decimal(let number)?: .decimal(number)
        case .null?, .bool?, .string?, .array?, .object?, nil: .string(text)
        }
    }

    private static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "да", "истина": true
        case "false", "0", "no", "нет", "ложь": false
        case _: nil
        }
    }
}
