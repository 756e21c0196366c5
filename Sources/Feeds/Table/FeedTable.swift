import Core

/// Reads the rows of a table (RFC 4180, GTFS "File Requirements") from a file, in bounded memory.
///
/// The cells of a row stay bytes in the buffer until they are asked for; they are gone with the next row.
/// Line breaks may be LF, CRLF or CR; spaces around a cell without quotes are dropped. Faults are collected
/// in `faults`.
struct FeedTable {
    struct Column {
        let name: String
        /// -1 where the table does not have it.
        let index: Int

        var isPresent: Bool { index >= 0 }
    }

    let file: String
    var faults: FeedFaults
    /// The line of the current row, from 1.
    private(set) var line = 1
    private let source: any FeedFile
    private let progress: FeedProgress
    let limits: FeedLimits
    private let rowsMax: Int
    private var rowCount = 0
    private var header: [String] = []
    private var buffer: [UInt8] = []
    private var separator = UInt8(ascii: ",")
    /// The place of the next row, and its line.
    private var position = 0
    private var nextLine = 1
    private var isAtEnd = false
    private var row = RowScan()

    /// Throws a `FeedFault` if there is no header.
    init(
        file: String,
        source: any FeedFile,
        progress: FeedProgress,
        limits: FeedLimits,
        guessesSeparator: Bool = false
    ) throws {
        self.file = file
        self.source = source
        self.progress = progress
        self.limits = limits
        rowsMax = file == GTFSFile.stopTimes.rawValue ? limits.stopTimesMax : limits.rowsMax
        faults = FeedFaults(keptMax: limits.faultsMax)
        while buffer.count < CSV.byteOrderMark.count, try fill() {}
        if buffer.starts(with: CSV.byteOrderMark) { position = CSV.byteOrderMark.count }
        if guessesSeparator { separator = CSVReader.separator(of: buffer[position...]) }
        guard try scan() else { throw FeedFault(.emptyFile, file: file) }
        try readHeader()
    }

    private mutating func readHeader() throws {
        guard row.cells.count <= limits.columnsMax else {
            throw FeedFault(.tooManyColumns(max: limits.columnsMax), file: file, line: line)
        }
        for index in row.cells.indices {
            guard let name = String(validating: cell(index), as: UTF8.self) else {
                throw FeedFault(.badEncoding, file: file, line: line)
            }
            if !name.isEmpty, header.contains(name) { add(.duplicateColumn, name, "") }
            header.append(name)
        }
    }

    /// The column of this name; a fault if it must be there and is not.
    mutating func column(_ name: String, isRequired: Bool = false) -> Column {
        let index = header.firstIndex(of: name) ?? -1
        if isRequired, index < 0 { add(.missingColumn, name, "") }
        return Column(name: name, index: index)
    }

    /// Goes to the next row that has a cell; false at the end of the table.
    mutating func next() throws -> Bool {
        while try scan() {
            rowCount += 1
            guard rowCount <= rowsMax else {
                throw FeedFault(.tooManyRows(max: rowsMax), file: file, line: line)
            }
            if let fault = row.fault {
                add(fault, "", "")
                continue
            }
            guard row.cells.count <= header.count || row.cells[header.count...].allSatisfy(\.isEmpty) else {
                add(.extraCells, "", "")
                continue
            }
            if row.cells.count < header.count { add(.fewCells, "", "") }
            return true
        }
        return false
    }

    mutating func add(_ reason: FeedFault.Reason, _ field: String, _ value: String) {
        faults.add(FeedFault(reason, file: file, line: line, field: field, value: value))
    }

    /// The bytes of a cell; none if the row or the table does not have it.
    func bytes(_ column: Column) -> ArraySlice<UInt8> {
        column.index >= 0 && column.index < row.cells.count ? cell(column.index) : []
    }

    private func cell(_ index: Int) -> ArraySlice<UInt8> {
        let cell = row.cells[index]
        return buffer[cell.start..<cell.end]
    }

    /// Finds the next row that is not blank; false at the end of the file.
    private mutating func scan() throws -> Bool {
        while true {
            let end = row.scan(buffer, from: position, separator: separator, isLast: isAtEnd)
            guard let end else {
                guard buffer.count - position <= limits.lineLengthMax else {
                    throw FeedFault(.lineTooLong(max: limits.lineLengthMax), file: file, line: nextLine)
                }
                if isAtEnd { return false }
                buffer.removeSubrange(..<position)
                position = 0
                if !(try fill()) { isAtEnd = true }
                continue
            }
            guard end - position <= limits.lineLengthMax else {
                throw FeedFault(.lineTooLong(max: limits.lineLengthMax), file: file, line: nextLine)
            }
            line = nextLine
            nextLine &+= row.lineCount
            position = end
            row.dropDoubledQuotes(in: &buffer)
            if row.cells.contains(where: { !$0.isEmpty }) || row.fault != nil { return true }
        }
    }

    /// Reads the next piece of the file behind what is in the buffer.
    private mutating func fill() throws -> Bool {
        let before = buffer.count
        let isMore = try source.read(into: &buffer)
        try progress.advance(by: buffer.count - before)
        return isMore
    }
}
