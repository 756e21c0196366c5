extension Field {
    /// The faults of one table that are reported together.
    private static let rowFaultsMax = 50
    /// Rows of one table, at most, that a declaration may allow; a form shows all of them.
    package static let tableRowsMax = 500
    /// Bytes of one table as JSON.
    private static let tableSizeMax = 200_000

    /// The rows in their normalized form, without empty cells, or all their faults.
    ///
    /// A missing cell is not a fault: a draft may be incomplete.
    static func rows(
        _ elements: [JSON],
        of columns: [Column],
        max rowsMax: Int
    ) -> Result<JSON, CheckFailure> {
        let rowsMax = min(rowsMax, tableRowsMax)
        guard elements.count <= rowsMax else {
            return .failure(
                .init(
                    "не больше \(rowsMax) строк, сейчас \(elements.count)",
                    "must have at most \(rowsMax) rows, has \(elements.count)"
                )
            )
        }
        var (rows, failures) = ([JSON](), [CheckFailure]())
        for (index, element) in elements.enumerated() where failures.count < rowFaultsMax {
            let (row, own) = Self.row(element, of: columns)
            rows.append(.object(row))
            failures += own.map { $0.within(index) }
        }
        if let failure = CheckFailure(failures.prefix(rowFaultsMax)) { return .failure(failure) }
        let table = JSON.array(rows)
        guard table.bytes.count <= tableSizeMax else {
            return .failure(
                .init(
                    "слишком много текста: не больше \(tableSizeMax) байт на всю таблицу",
                    "must have at most \(tableSizeMax) bytes in all its rows"
                )
            )
        }
        return .success(table)
    }

    private static func row(
        _ element: JSON,
        of columns: [Column]
    ) -> (cells: [String: JSON], failures: [CheckFailure]) {
        guard let members = element.object else {
            let failure = CheckFailure("должно быть объектом {\"столбец\": …}", "must be an object of cells")
            return ([:], [failure])
        }
        var (cells, failures) = ([String: JSON](), [CheckFailure]())
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let column = columns.first(where: { $0.name == name }) else {
                let unknown = CheckFailure("нет такого столбца", "is not a column of the table")
                failures.append(unknown.within(name.clipped.pointerPart))
                continue
            }
            guard !isEmpty(value) else { continue }
            switch column.checked(value) {
            case .success(let cell): if !isEmpty(cell) { cells[name] = cell }
            case .failure(let failure): failures.append(failure.within(name))
            }
        }
        if cells.isEmpty, failures.isEmpty { failures.append(.init("пустая строка", "is an empty row")) }
        return (cells, failures)
    }

    /// The cells that the rows of a value lack, by their paths: `/2/price`.
    func missingCells(in json: JSON?) -> [String] {
        let needed = columns.filter { !$0.isOptional }
        return (json?.array ?? []).enumerated().flatMap { index, row in
            needed.filter { row[$0.name] == nil }.map { "/\(index)/\($0.name)" }
        }
    }
}

extension Field.Column {
    /// The value of a cell in its normalized form, or its fault.
    func checked(_ json: JSON) -> Result<JSON, CheckFailure> {
        switch (kind, json) {
        case (.multiline(let lengthMax), .string(let text)): plainText(text, lengthMax, isMultiline: true)
        case (.time, .string(let text)): Self.time(text)
        case (.multiline, _), (.time, _): .failure(.init("должно быть строкой", "must be a string"))
        case (.text, _), (.integer, _), (.decimal, _), (.date, _), (.choice, _), (.reference, _):
            field.checked(json)
        }
    }

    private static func time(_ text: String) -> Result<JSON, CheckFailure> {
        let bytes = Array(text.utf8)
        let isTime =
            bytes.count == Field.timeLength && bytes[2] == 58
            && [0, 1, 3, 4].allSatisfy { 48...57 ~= bytes[$0] }
            && (bytes[0] < 50 || bytes[0] == 50 && bytes[1] < 52) && bytes[3] < 54
        return isTime
            ? .success(.string(text))
            : .failure(.init("должно быть временем вида 09:30", "must be a time of day like 09:30"))
    }
}
