import Core

/// Cells as values; a value that is not in the right form is a fault and comes as nil.
extension FeedTable {
    /// Empty if there is none; a fault where it is not text.
    mutating func text(_ column: Column, in pool: inout CellTexts) throws -> String {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return "" }
        guard let text = pool.text(bytes) else {
            add(.badEncoding, column.name, shown(column))
            return ""
        }
        guard pool.size <= limits.textSizeMax else { throw FeedFault(.tooMuchText, file: file, line: line) }
        // A line break is allowed in a description, a NUL or an escape is not.
        if bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 || $0 == 0x7F }) {
            add(.badText, column.name, "")
        }
        return text
    }

    /// The id of a row, which `keys` has already; it is kept once anyway, so it goes into no pool.
    mutating func identifier(_ column: Column, of keys: KeyIndex) throws -> String {
        let bytes = bytes(column)
        if bytes.count > limits.identifierSizeMax {
            add(.longID(max: limits.identifierSizeMax), column.name, shown(column))
        }
        guard let id = bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else {
            add(.badEncoding, column.name, shown(column))
            return ""
        }
        guard keys.size <= limits.textSizeMax else { throw FeedFault(.tooMuchText, file: file, line: line) }
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { add(.badText, column.name, "") }
        return id
    }

    /// A text, with a fault if it is empty.
    mutating func requiredText(_ column: Column, in pool: inout CellTexts) throws -> String {
        require(column)
        return try text(column, in: &pool)
    }

    /// A fault if the table has the column and the row has no value; a missing column is told once.
    @discardableResult
    mutating func require(_ column: Column) -> Bool {
        guard bytes(column).isEmpty else { return true }
        if column.isPresent { add(.missingValue, column.name, "") }
        return false
    }

    mutating func number(_ column: Column, _ range: ClosedRange<Int>) -> Int? {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return nil }
        guard let number = CellValue.integer(bytes), range.contains(number) else {
            add(.badNumber(range), column.name, shown(column))
            return nil
        }
        return number
    }

    mutating func requiredNumber(_ column: Column, _ range: ClosedRange<Int>) -> Int? {
        require(column) ? number(column, range) : nil
    }

    /// Seconds since the midnight (noon minus 12 h) that the service day begins at.
    mutating func time(_ column: Column) -> Int32? {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return nil }
        guard let time = CellValue.time(bytes) else {
            add(.badTime, column.name, shown(column))
            return nil
        }
        return time
    }

    mutating func date(_ column: Column) -> FeedDate? {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return nil }
        guard let date = CellValue.date(bytes) else {
            add(.badDate, column.name, shown(column))
            return nil
        }
        return date
    }

    mutating func decimal(
        _ column: Column,
        _ bounds: ClosedRange<Double>,
        _ fault: FeedFault.Reason
    ) -> Double? {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return nil }
        guard let number = CellValue.decimal(bytes), bounds.contains(number) else {
            add(fault, column.name, shown(column))
            return nil
        }
        return number
    }

    mutating func color(_ column: Column) -> UInt32? {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return nil }
        guard let color = CellValue.color(bytes) else {
            add(.badColor, column.name, shown(column))
            return nil
        }
        return color
    }

    /// The index of the row that the cell names; a fault if there is none.
    mutating func reference(
        _ column: Column,
        in keys: KeyIndex,
        of file: String,
        hint: Int32 = -1
    ) -> Int32? {
        let bytes = bytes(column)
        guard !bytes.isEmpty else { return nil }
        if let index = keys.find(bytes, hint: hint) { return index }
        add(.unknownReference(file), column.name, shown(column))
        return nil
    }

    /// The value for a person; broken bytes are replaced.
    func shown(_ column: Column) -> String {
        String(decoding: bytes(column).prefix(4 * FeedFault.valueLengthMax), as: UTF8.self)
    }
}
