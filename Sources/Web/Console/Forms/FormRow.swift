import Core

/// One row of a table in a form: the texts of the cells that are filled in, by column.
///
/// The texts of a part hold each row as one text, a JSON object, so that equal rows have equal texts.
struct FormRow: Hashable {
    var cells: [String: String]

    static let empty = FormRow(cells: [:])

    init(cells: [String: String]) {
        self.cells = cells.filter { !$0.value.allSatisfy(\.isWhitespace) }
    }

    init(_ row: JSON) {
        let members = row.object ?? [:]
        self.init(cells: members.compactMapValues { $0 == .null ? nil : $0.string ?? $0.text })
    }

    init(text: String) {
        self.init((try? JSON(parsing: text)) ?? .null)
    }

    var text: String { json.text }
    var json: JSON { .object(cells.mapValues { .string($0) }) }
}

extension Form {
    /// The name of the field in which an id or a slug is typed where scripts are disabled.
    static func typedName(_ column: Field.Column, of field: Field) -> String {
        "\(field.name).\(column.name).id"
    }

    /// The submitted rows of a table, empty ones included.
    ///
    /// Every row has one field for each column, so the rows of a column follow each other.
    func rows(of field: Field) -> [FormRow] {
        let whole = all(field.name).filter { !$0.isEmpty }
        guard whole.isEmpty else { return whole.map { FormRow(text: $0) } }
        var names: [String: String] = [:]
        for column in field.columns {
            names["\(field.name).\(column.name)"] = column.name
            if column.target != nil { names[Self.typedName(column, of: field)] = column.name }
        }
        var (rows, counts) = ([[String: String]](), [String: Int]())
        for sent in fields {
            guard let column = names[sent.name] else { continue }
            let index = counts[sent.name, default: 0]
            counts[sent.name] = index + 1
            while rows.count <= index { rows.append([:]) }
            if !sent.value.isEmpty { rows[index][column] = sent.value }
        }
        return rows.map { FormRow(cells: $0) }
    }
}

/// A change of the rows of a table by a button of the form, where scripts are disabled.
struct FormRowAct {
    private enum Verb: String { case add, up, down, remove }

    let field: Field
    private let verb: Verb
    private let index: Int

    /// Parses the value of a button: `prices.2.up`, `prices.add`.
    init?(_ text: String, of type: ContentType) {
        let steps = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard let field = steps.first.flatMap({ type.field($0) }), !field.columns.isEmpty,
            let verb = steps.last.flatMap({ Verb(rawValue: $0) })
        else { return nil }
        (self.field, self.verb) = (field, verb)
        switch (verb, steps.count) {
        case (.add, 2): index = 0
        case (.up, 3), (.down, 3), (.remove, 3):
            guard let index = Int(steps[1]), index >= 0 else { return nil }
            self.index = index
        case (.add, _), (.up, _), (.down, _), (.remove, _): return nil
        }
    }

    func changed(_ rows: [FormRow]) -> [FormRow] {
        var rows = rows
        switch verb {
        case .add: if rows.count < field.rowsMax { rows.append(.empty) }
        case .up: if rows.indices.contains(index), index > 0 { rows.swapAt(index, index - 1) }
        case .down: if rows.indices.contains(index), index < rows.count - 1 { rows.swapAt(index, index + 1) }
        case .remove: if rows.indices.contains(index) { rows.remove(at: index) }
        }
        return rows
    }
}

extension FormPart {
    /// The name of what a fault of the API is about: the part, or a row or a cell of its table: `prices.2.price`.
    func name(at pointer: String) -> String {
        guard !field.columns.isEmpty else { return name }
        let steps = pointer.split(separator: "/").dropFirst(2).prefix(2).map { String($0) }
        guard let row = steps.first.flatMap({ Int($0) }) else { return name }
        guard steps.count == 2, field.columns.contains(where: { $0.name == steps[1] }) else {
            return "\(name).\(row)"
        }
        return "\(name).\(row).\(steps[1])"
    }

    /// The title of what a fault is about: `Prices, row 3, Price`.
    func title(at pointer: String, _ language: Language) -> String {
        let steps = name(at: pointer).split(separator: ".").dropFirst(name.split(separator: ".").count)
        guard !field.columns.isEmpty, let row = steps.first.flatMap({ Int($0) }) else {
            return field.title[language]
        }
        let column = field.columns.first { $0.name == steps.last.map { String($0) } }
        let line = Localized("строка \(row + 1)", "row \(row + 1)")[language]
        return [field.title[language], line, column?.title[language]].compactMap { $0 }.joined(
            separator: ", "
        )
    }
}
