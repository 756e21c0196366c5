/// Finds the cells of one row.
struct RowScan {
    struct Cell {
        var start: Int
        var end: Int
        /// Quotes within it are doubled.
        var hasQuotes = false

        var isEmpty: Bool { start == end }
    }

    private static let quote = UInt8(ascii: "\"")

    private(set) var cells: [Cell] = []
    /// Lines of the file: 1, and one more for each line break within quotes.
    private(set) var lineCount = 1
    private(set) var fault: FeedFault.Reason?

    /// The place of the next row; nil if no row ends within these bytes.
    mutating func scan(_ bytes: [UInt8], from start: Int, separator: UInt8, isLast: Bool) -> Int? {
        cells.removeAll(keepingCapacity: true)
        lineCount = 1
        fault = nil
        guard start < bytes.count else { return nil }
        var index = start
        while true {
            let end =
                index < bytes.count && bytes[index] == Self.quote
                ? quoted(bytes, from: index, separator) : plain(bytes, from: index, separator)
            guard end < bytes.count else {
                // A quote that opens and never closes is found at the end only.
                return isLast ? bytes.count : nil
            }
            index = end &+ 1
            if bytes[end] == separator { continue }
            guard bytes[end] == 0x0D else { return index }
            guard index < bytes.count else { return isLast ? index : nil }
            return bytes[index] == 0x0A ? index &+ 1 : index
        }
    }

    /// Adds the cell that begins here; where the separator or line break behind it stands.
    private mutating func plain(_ bytes: [UInt8], from start: Int, _ separator: UInt8) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == separator || byte == 0x0A || byte == 0x0D { break }
            index &+= 1
        }
        var cell = Cell(start: start, end: index)
        while cell.start < cell.end, bytes[cell.start] == 0x20 { cell.start &+= 1 }
        while cell.start < cell.end, bytes[cell.end &- 1] == 0x20 { cell.end &-= 1 }
        cells.append(cell)
        return index
    }

    private mutating func quoted(_ bytes: [UInt8], from start: Int, _ separator: UInt8) -> Int {
        var cell = Cell(start: start &+ 1, end: bytes.count)
        var index = start &+ 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Self.quote {
                guard index &+ 1 < bytes.count, bytes[index &+ 1] == Self.quote else { break }
                cell.hasQuotes = true
                index &+= 1
            } else if byte == 0x0A || byte == 0x0D && index &+ 1 < bytes.count && bytes[index &+ 1] != 0x0A {
                lineCount &+= 1
            }
            index &+= 1
        }
        if index >= bytes.count { fault = .openQuote }
        cell.end = min(index, bytes.count)
        cells.append(cell)
        index &+= 1
        while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D {
            if bytes[index] != 0x20 { fault = .badQuote }
            index &+= 1
        }
        return index
    }

    /// Makes one quote of two within the cells that have them.
    mutating func dropDoubledQuotes(in bytes: inout [UInt8]) {
        for number in cells.indices where cells[number].hasQuotes {
            var (from, to) = (cells[number].start, cells[number].start)
            while from < cells[number].end {
                if bytes[from] == Self.quote { from &+= 1 }
                guard from < cells[number].end else { break }
                bytes[to] = bytes[from]
                from &+= 1
                to &+= 1
            }
            cells[number].end = to
        }
    }
}
