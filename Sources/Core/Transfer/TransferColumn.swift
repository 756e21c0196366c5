import Foundation

/// One column of a table of contents.
struct TransferColumn: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case id
        case state
        case position
        /// `live_from` or `live_until`.
        case window
        case field(Field)
        /// A field's text in one language.
        case text(Field, Language)
    }

    let name: String
    let kind: Kind

    /// The member of a body that the column is about.
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

    package var isPerLanguage: Bool {
        switch kind {
        case .localizedText, .richText: true
        case .text, .integer, .decimal, .bool, .choice, .date, .timestamp, .slug, .url, .phone, .image,
            .images,
            .file, .reference, .references, .points:
            false
        }
    }

    /// The cell of a value; `name` says what a content that is referred to is called.
    func cell(of json: JSON?, naming name: (_ target: String, _ id: String) -> String) -> String {
        guard let json, json != .null else { return "" }
        return switch kind {
        case .text, .choice, .date, .timestamp, .slug, .url, .phone, .image, .file:
            CSV.safe(json.string ?? "")
        // A number stays one, also below zero.
        case .integer, .points, .decimal, .bool: json.text
        case .images: CSV.safe(CSV.list(json.strings))
        case .reference(let target): CSV.safe(name(target, json.string ?? ""))
        case .references(let target): CSV.safe(CSV.list(json.strings.map { name(target, $0) }))
        case .localizedText, .richText: ""
        }
    }

    /// The value that a cell stands for, which is still to be checked; null where it is empty.
    package func json(ofCell cell: String) -> JSON {
        let bare = cell.trimmingCharacters(in: .whitespaces)
        guard !bare.isEmpty else { return .null }
        return switch kind {
        case .text, .url, .phone, .localizedText, .richText: .string(cell)
        case .choice, .slug, .image, .file, .reference, .timestamp: .string(bare)
        case .date: .string(Self.day(bare))
        case .integer, .points: Int64(bare).map { .integer($0) } ?? .string(cell)
        case .decimal: Self.number(bare)
        case .bool: Self.truth(bare).map { .bool($0) } ?? .string(cell)
        case .images, .references:
            .array(CSV.elements(bare).map { .string($0.trimmingCharacters(in: .whitespaces)) })
        }
    }

    /// A spreadsheet turns `2026-11-22` into `22.11.2026` by itself.
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
