import Core

/// Writes the rows of a table (RFC 4180) into a block of bytes.
struct TableWriter {
    private static let quote = UInt8(ascii: "\"")

    private(set) var bytes: [UInt8] = []
    private var needsSeparator = false

    var count: Int { bytes.count }

    /// The bytes written so far, which the caller takes.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Only at the very beginning of a file.
    mutating func byteOrderMark() {
        bytes += CSV.byteOrderMark
    }

    mutating func header(_ names: [String]) {
        for name in names { text(name) }
        endRow()
    }

    mutating func endRow() {
        bytes.append(0x0D)
        bytes.append(0x0A)
        needsSeparator = false
    }

    mutating func text(_ text: String) {
        separate()
        let isPlain = text.utf8.allSatisfy { $0 != Self.quote && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
        // A reader drops spaces around a cell without quotes.
        guard !isPlain || text.utf8.first == 0x20 || text.utf8.last == 0x20 else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(Self.quote)
        for byte in text.utf8 {
            if byte == Self.quote { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(Self.quote)
    }

    /// An empty cell for nil.
    mutating func number(_ number: (some BinaryInteger)?) {
        separate()
        if let number { bytes.append(contentsOf: String(number).utf8) }
    }

    mutating func decimal(_ number: Double?) {
        separate()
        if let number { bytes.append(contentsOf: "\(number)".utf8) }
    }

    mutating func time(_ seconds: Int32) {
        separate()
        GTFSTime.append(seconds, to: &bytes)
    }

    mutating func date(_ date: FeedDate?) {
        text(date?.compact ?? "")
    }

    private mutating func separate() {
        if needsSeparator { bytes.append(UInt8(ascii: ",")) }
        needsSeparator = true
    }
}
