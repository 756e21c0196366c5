/// Reads a spooled file from its beginning, row by row; each pass creates its own reader.
struct ImportReader {
    private let spool: Spool
    private let type: ContentType
    private let key: ImportOptions.Key
    private var source: Source
    private var offset = 0
    private var count = 0
    private var isAtEnd = false
    private var waiting: [ImportRow] = []
    /// The bytes of the file that the waiting rows take.
    private var waitingSize = 0
    private var columns: [TransferColumn?]?
    /// The faults of the header, known after the first row.
    private(set) var headerFaults: [Fault] = []
    /// The fault at which reading stopped.
    private(set) var end: Fault?

    private enum Source {
        case head(TransferFormat)
        case csv(CSVReader)
        case json(JSONElements)
    }

    init(_ spool: Spool, of type: ContentType, _ options: ImportOptions) {
        self.spool = spool
        self.type = type
        key = options.key
        source = .head(options.format)
    }

    /// The next rows, at most `limit`, and fewer if they are large; none at the end.
    mutating func next(_ limit: Int) async throws -> [ImportRow] {
        while waiting.count < limit, waitingSize < Self.batchSizeMax, !isAtEnd {
            let piece = try await spool.piece(at: offset)
            let isFirst = offset == 0
            offset += piece.count
            isAtEnd = piece.isEmpty
            take(isFirst ? Array(begun(piece)) : piece)
        }
        let rows = Array(waiting.prefix(limit))
        waiting.removeFirst(rows.count)
        waitingSize -= rows.reduce(0) { $0 + $1.size }
        return rows
    }

    /// The bytes of rows that are read at once; parsed, they may take forty times as much memory.
    private static let batchSizeMax = 4 << 20

    /// The first piece without a byte order mark; chooses the parser.
    private mutating func begun(_ piece: [UInt8]) -> ArraySlice<UInt8> {
        guard case .head(let format) = source else { return piece[...] }
        if let fault = CSVReader.fault(ofHead: piece) { stop(fault) }
        let piece = CSV.withoutByteOrderMark(piece)
        source =
            switch format {
            case .csv: .csv(CSVReader(separator: CSVReader.separator(of: piece)))
            case .json: .json(JSONElements())
            }
        return piece
    }

    /// Parses a piece; an empty one is the end of the file.
    private mutating func take(_ piece: [UInt8]) {
        guard end == nil else { return }
        switch source {
        case .head: break
        case .csv(var reader):
            let (rows, fault) = isAtEnd ? reader.finish() : reader.read(piece)
            source = .csv(reader)
            for row in rows { take(row) }
            if let fault {
                stop(fault)
            } else if isAtEnd, columns == nil {
                stop(
                    Fault("#", "файл пуст: нет строки заголовков", "is empty: it has no header").at(
                        line: 1,
                        column: nil
                    )
                )
            }
        case .json(var reader):
            let (elements, fault) = isAtEnd ? ([], reader.finish()) : reader.read(piece)
            source = .json(reader)
            for element in elements {
                append(ImportRow(element, index: count, of: type))
            }
            if let fault { stop(fault) }
        }
    }

    private mutating func stop(_ fault: Fault) {
        end = fault
        isAtEnd = true
    }

    private mutating func take(_ row: CSVReader.Row) {
        guard let columns else { return readHeader(row) }
        append(ImportRow(row, index: count, under: columns))
    }

    private mutating func append(_ row: ImportRow) {
        waiting.append(row)
        waitingSize += row.size
        count += 1
    }

    // MARK: The header

    private mutating func readHeader(_ row: CSVReader.Row) {
        let known = type.transferColumns
        var seen: Set<String> = []
        columns = row.cells.map { cell in
            let name = cell.filter { !$0.isWhitespace }.lowercased()
            guard let column = known.first(where: { $0.name == name }) else {
                refuse(cell, at: row.line, unknown(name, among: known))
                return nil
            }
            guard seen.insert(name).inserted else {
                refuse(cell, at: row.line, Localized("столбец повторяется", "is a column twice"))
                return nil
            }
            return column
        }
        if key == .slug, let slug = type.slugField, !seen.contains(slug.name) {
            refuse(slug.name, at: row.line, Localized("нет этого столбца", "is not there as a column"))
        }
    }

    private mutating func refuse(_ column: String, at line: Int, _ what: Localized) {
        let name = column.clipped
        headerFaults.append(Fault("#/\(name)", what).at(line: line, column: name))
    }

    private func unknown(_ name: String, among known: [TransferColumn]) -> Localized {
        let parts = known.filter { $0.member == name }.map(\.name).joined(separator: ", ")
        guard parts.isEmpty else {
            return Localized("есть столбцы \(parts)", "is \(parts) here, a column for each language")
        }
        return Localized("нет такого столбца", "is not a column of \(type.name)")
    }
}
