import Storage

/// The contents of one row of a file, before it is compared with the database.
struct ImportRow: Sendable {
    /// The highest entry number that a file may request; far below 2³¹, for clients with short integers.
    private static let contentNumberMax: Int64 = 1_000_000_000

    enum Change: Sendable {
        /// A merge patch of the working copy; it is published only if the import publishes.
        case patch([String: JSON], state: Content.State?)
        /// Both bodies in full; at least one of them.
        case whole(draft: [String: JSON]?, live: [String: JSON]?)
    }

    /// The index among the rows of the file, from 0.
    let index: Int
    let line: Int
    /// The bytes of the file that it takes.
    let size: Int
    var id: String?
    var slug: String?
    var change: Change
    var position: Int64?
    /// The number of a new entry, if no other entry has it.
    var number: Int64?
    var createdAt: Timestamp?
    var createdBy: String?
    var archivedAt: Timestamp?
    /// The version in the installation that the row comes from.
    var sourceVersion: Int64?
    /// The version that must be present; 0 if there must be none.
    var expectedVersion: Int64?
    /// The note in the history for this row, in place of that of the whole import.
    var note: String?
    /// The faults that do not depend on the database.
    var faults: [Fault] = []

    /// Every body of the row, with its path in the row.
    var bodies: [(path: String, body: [String: JSON])] {
        switch change {
        case .patch(let patch, _): [("", patch)]
        case .whole(let draft, let live):
            [("/draft", draft), ("/live", live)].compactMap { path, body in body.map { (path, $0) } }
        }
    }
}

// MARK: A row of a table

extension ImportRow {
    /// Parses a row with these columns; a column that is nil was not recognized.
    init(_ row: CSVReader.Row, index: Int, under columns: [TransferColumn?]) {
        let size = row.cells.reduce(row.cells.count) { $0 + $1.utf8.count }
        self.init(index: index, line: row.line, size: size, change: .patch([:], state: nil))
        guard row.cells.count == columns.count else {
            faults.append(
                Fault(
                    "#",
                    "ячеек \(row.cells.count), а столбцов \(columns.count)",
                    "has \(row.cells.count) cells, but there are \(columns.count) columns"
                ).at(line: line, column: nil)
            )
            return
        }
        var patch: [String: JSON] = [:]
        var state: Content.State?
        for (cell, column) in zip(row.cells, columns) {
            guard let column else { continue }
            read(CSV.unsafe(cell), of: column, into: &patch, &state)
        }
        change = .patch(patch, state: state)
    }

    private mutating func read(
        _ cell: String,
        of column: TransferColumn,
        into patch: inout [String: JSON],
        _ state: inout Content.State?
    ) {
        switch column.kind {
        case .id: readID(cell)
        case .state where cell.isEmpty: break
        case .state:
            state = Content.State(rawValue: cell)
            let names = Content.State.allCases.map(\.rawValue).joined(separator: ", ")
            if state == nil {
                add(column.name, "должно быть одним из: \(names)", "must be one of \(names)")
            }
        case .position where cell.isEmpty: break
        case .position: readPosition(Int64(cell))
        case .window:
            let bare = cell.trimmed
            patch[column.name] = bare.isEmpty ? .null : .string(bare)
        case .field(let field):
            let json = field.json(ofCell: cell)
            patch[field.name] = json
            if field.kind == .slug { slug = json.string }
        case .text(let field, let language):
            var texts = patch[field.name]?.object ?? [:]
            texts[language.rawValue] = field.json(ofCell: cell)
            patch[field.name] = .object(texts)
        }
    }

    private mutating func readID(_ text: String) {
        guard !text.isEmpty else { return }
        id = Identifier.normalized(text)
        if id == nil { add("id", "должно быть UUID", "must be a UUID") }
    }

    private mutating func readPosition(_ number: Int64?) {
        guard let number, -Limits.positionMax...Limits.positionMax ~= number else {
            return add(
                "position",
                "должно быть целым числом до \(Limits.positionMax)",
                "must be a whole number up to \(Limits.positionMax)"
            )
        }
        position = number
    }

    private mutating func add(_ name: String, _ ru: String, _ en: String) {
        faults.append(Fault("#/\(name)", ru, en).at(line: line, column: name))
    }
}

// MARK: An object of an array

extension ImportRow {
    /// Members of an export that are ignored: they are for people, or computed by each installation.
    private static let ignoredNames: Set = [
        "type", "title", "state", "has_draft", "updated_at", "updated_by", "origin", "schedule", "warnings",
    ]

    /// Parses an object of an export, or one with `fields` as in a request.
    init(_ element: JSONElements.Element, index: Int, of type: ContentType) {
        self.init(
            index: index,
            line: element.line,
            size: element.bytes.count,
            change: .patch([:], state: nil)
        )
        let members: [String: JSON]
        do {
            members = try JSON(parsing: element.bytes).object ?? [:]
        } catch {
            faults.append(Fault("#/\(index)", error.detail).at(line: line, column: nil))
            return
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { read(name, value) }
        readBodies(members)
        slug = type.slugField.flatMap { field in bodies.compactMap { $0.body[field.name]?.string }.first }
    }

    private mutating func read(_ name: String, _ value: JSON) {
        switch (name, value) {
        case ("id", .string(let text)): readID(text)
        case ("position", .integer(let number)): readPosition(number)
        case ("position", _): readPosition(nil)
        case ("number", .integer(let number)) where 1...Self.contentNumberMax ~= number:
            self.number = number
        case ("version", .integer(let number)) where number > 0: sourceVersion = number
        case ("if_version", .integer(let number)) where number >= 0: expectedVersion = number
        case ("created_at", .string(let text)): createdAt = moment(name, text)
        case ("archived_at", .string(let text)): archivedAt = moment(name, text)
        case ("archived_at", .null): break
        case ("created_by", .string(let text)):
            let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            createdBy = text
            if !isPlain || text.unicodeScalars.count > Limits.staffNameLengthMax * 2 {
                add(name, "не имя", "must be a name")
            }
        case ("note", .string(let text)):
            note = text
            if text.count > Limits.noteLengthMax || !text.isOneLine {
                let most = Limits.noteLengthMax
                add(
                    name,
                    "должно быть строкой до \(most) знаков",
                    "must be a line of at most \(most) characters"
                )
            }
        case ("draft", .object), ("draft", .null), ("live", .object), ("live", .null), ("fields", .object):
            break
        case (_, _) where Self.ignoredNames.contains(name): break
        case ("id", _), ("number", _), ("version", _), ("if_version", _), ("created_at", _),
            ("created_by", _),
            ("archived_at", _), ("draft", _), ("live", _), ("fields", _), ("note", _):
            add(name, "значение не того вида", "has a value of another kind")
        case (_, _):
            add(name.clipped, "нет такого члена", "is not a member of an exported content")
        }
    }

    private mutating func moment(_ name: String, _ text: String) -> Timestamp? {
        let moment = Timestamp(text)
        if moment == nil { add(name, "не время", "must be a time like 2026-11-22T10:00:00Z") }
        return moment
    }

    private mutating func readBodies(_ members: [String: JSON]) {
        let (draft, live, fields) = (
            members["draft"]?.object, members["live"]?.object, members["fields"]?.object
        )
        switch (draft, live, fields) {
        case (_, .some, _) where archivedAt != nil:
            add("live", "в архиве ничто не опубликовано", "must be null for an archived content")
        case (nil, nil, let fields?): change = .patch(fields, state: nil)
        case (nil, nil, nil):
            add("fields", "нужно live, draft или fields", "must be there, or live, or draft")
        case (_, _, nil): change = .whole(draft: draft, live: live)
        case (_, _, _):
            add("fields", "вместе с live и draft нельзя", "must not stand beside live or draft")
        }
    }
}
