/// Parses rows of cells (RFC 4180) from pieces of a file, strictly and in bounded memory.
package struct CSVReader {
    private static let importCellSizeMax = 1 << 20
    private static let importColumnsMax = 500

    package struct Row: Sendable {
        /// The line of the file at which the row begins, from 1.
        package let line: Int
        package let cells: [String]
    }

    private enum State {
        case cellStart, plain, quoted
        /// A quote inside a quoted cell: its end, or the first of two.
        case quoteInQuoted
        /// A line feed must follow.
        case carriageReturn
    }

    private let separator: UInt8
    private var state = State.cellStart
    private var cell: [UInt8] = []
    private var cells: [String] = []
    private var rowSize = 0
    private var line = 1
    private var rowLine = 1
    private var rows: [Row] = []

    package init(separator: UInt8) {
        self.separator = separator
    }

    /// The rows that end within this piece; a fault if the file cannot be parsed further.
    package mutating func read(_ bytes: some Collection<UInt8>) -> (rows: [Row], end: Fault?) {
        rows = []
        do throws(Fault) {
            for byte in bytes { try take(byte) }
            return (rows, nil)
        } catch {
            return (rows, error)
        }
    }

    /// The last row, if no line break ends it; a fault if a quote is still open.
    package mutating func finish() -> (rows: [Row], end: Fault?) {
        rows = []
        do throws(Fault) {
            switch state {
            case .cellStart where cells.isEmpty: break
            case .cellStart, .plain, .quoteInQuoted: try endRow()
            case .quoted:
                throw fault("кавычка открыта и не закрыта", "has a quote that is never closed")
            case .carriageReturn: throw Self.loneCarriageReturn(line)
            }
            return (rows, nil)
        } catch {
            return (rows, error)
        }
    }

    private mutating func take(_ byte: UInt8) throws(Fault) {
        guard byte != 0 else { throw fault("нулевой байт", "contains a NUL byte") }
        switch (state, byte) {
        case (.quoted, CSV.quote): state = .quoteInQuoted
        case (.quoted, _):
            if byte == 0x0A { line += 1 }
            try add(byte)
        case (.quoteInQuoted, CSV.quote):
            state = .quoted
            try add(byte)
        case (.carriageReturn, 0x0A): try endRow()
        case (.carriageReturn, _): throw Self.loneCarriageReturn(line)
        case (_, separator): try endCell()
        case (_, 0x0D): state = .carriageReturn
        case (_, 0x0A): try endRow()
        case (.cellStart, CSV.quote): state = .quoted
        case (.quoteInQuoted, _):
            throw fault("текст после закрывающей кавычки", "has text behind a closing quote")
        case (.plain, CSV.quote):
            throw fault(
                "кавычка внутри ячейки: всю ячейку берут в кавычки, внутреннюю удваивают",
                "has a quote within a cell; put the cell in quotes and double the inner one"
            )
        case (.cellStart, _), (.plain, _):
            state = .plain
            try add(byte)
        }
    }

    private mutating func add(_ byte: UInt8) throws(Fault) {
        cell.append(byte)
        rowSize += 1
        guard cell.count <= Self.importCellSizeMax, rowSize <= Limits.importRowSizeMax else {
            throw fault(
                "ячейка больше \(Self.importCellSizeMax >> 10) КиБ или строка больше \(Limits.importRowSizeMax >> 20) МиБ",
                "has a cell over \(Self.importCellSizeMax >> 10) KiB or is over \(Limits.importRowSizeMax >> 20) MiB"
            )
        }
    }

    private mutating func endCell() throws(Fault) {
        guard let text = String(validating: cell, as: UTF8.self) else { throw foreign }
        guard cells.count < Self.importColumnsMax else {
            throw fault(
                "больше \(Self.importColumnsMax) столбцов",
                "has more than \(Self.importColumnsMax) columns"
            )
        }
        cells.append(text)
        cell.removeAll(keepingCapacity: true)
        state = .cellStart
    }

    private mutating func endRow() throws(Fault) {
        try endCell()
        // Spreadsheets leave empty rows at the end.
        if !cells.allSatisfy(\.isEmpty) { rows.append(Row(line: rowLine, cells: cells)) }
        cells.removeAll(keepingCapacity: true)
        rowSize = 0
        line += 1
        rowLine = line
    }

    private func fault(_ ru: String, _ en: String) -> Fault {
        Fault("#", ru, en).at(line: rowLine, column: nil)
    }

    private static func loneCarriageReturn(_ line: Int) -> Fault {
        Fault("#", "возврат каретки без перевода строки", "has a carriage return without a line feed")
            .at(line: line, column: nil)
    }

    /// In Windows-1251 nearly every byte of a Russian word is one of a letter, which UTF-8 never has in a row.
    private var foreign: Fault {
        let letters = cell.count { $0 >= 0xC0 }
        let others = cell.count { 0x80..<0xC0 ~= $0 }
        return letters > others
            ? fault(
                "это не UTF-8, а, похоже, Windows-1251; сохраните как «CSV UTF-8»",
                "is not in UTF-8 but probably in Windows-1251; save it as “CSV UTF-8”"
            ) : fault("это не UTF-8", "is not in UTF-8")
    }
}

extension CSVReader {
    /// The separator of the header: the most frequent of the three.
    package static func separator(of head: some Collection<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in head {
            if byte == CSV.quote { isQuoted.toggle() }
            if !isQuoted, byte == 0x0A || byte == 0x0D { break }
            if !isQuoted, CSV.separators.contains(byte) { counts[byte, default: 0] += 1 }
        }
        return CSV.separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? CSV.separators[0]
    }

    /// The signatures of Excel-like workbooks: ZIP files today, OLE files before 2007.
    private static let workbooks: [[UInt8]] = [
        [0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
    ]

    /// The fault of a file that begins with these bytes, if it is recognized.
    static func fault(ofHead head: [UInt8]) -> Fault? {
        if workbooks.contains(where: { head.starts(with: $0) }) {
            return Fault(
                "#",
                "это книга Excel (.xlsx), а нужна таблица CSV: сохраните её в Excel как «CSV UTF-8»",
                "is an Excel workbook, not a CSV table; in Excel save it as “CSV UTF-8”"
            ).at(line: 1, column: nil)
        }
        let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        let zeros = head.prefix(256).count { $0 == 0 }
        guard isWide || zeros > 8 else { return nil }
        return Fault(
            "#",
            "это UTF-16, а нужен UTF-8; сохраните как «CSV UTF-8»",
            "is in UTF-16; save it as “CSV UTF-8”"
        ).at(line: 1, column: nil)
    }
}
