/// The format of CSV cells, which round-trips and is never taken for a formula by a spreadsheet.
package enum CSV {
    static let quote = UInt8(ascii: "\"")
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    /// The separator of the elements of a list in one cell.
    static let listSeparator: Character = "|"

    package static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    }

    /// One row with its line break, as in RFC 4180.
    package static func row(_ cells: [String], separator: UInt8) -> [UInt8] {
        var row: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { row.append(separator) }
            append(cell, to: &row, separator)
        }
        row += [0x0D, 0x0A]
        return row
    }

    private static func append(_ cell: String, to row: inout [UInt8], _ separator: UInt8) {
        // Every separator is quoted, so that a program that guesses it from the header reads the same cells.
        let isPlain = cell.utf8.allSatisfy {
            $0 != quote && $0 != 0x0D && $0 != 0x0A && !separators.contains($0)
        }
        guard !isPlain || cell.utf8.first == 0x20 || cell.utf8.last == 0x20 else { return row += cell.utf8 }
        row.append(quote)
        for byte in cell.utf8 {
            if byte == quote { row.append(quote) }
            row.append(byte)
        }
        row.append(quote)
    }

    /// The text with an apostrophe before it if a spreadsheet would evaluate it.
    package static func safe(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// The inverse of `safe`.
    static func unsafe(_ cell: String) -> String {
        cell.utf8.first == apostrophe && isFormula(cell.utf8.drop { $0 == apostrophe })
            ? String(Substring(cell.utf8.dropFirst())) : cell
    }

    private static let apostrophe = UInt8(ascii: "'")

    private static func isFormula(_ text: some Sequence<UInt8>) -> Bool {
        text.first { _ in true }.map { "=+-@\t\r".utf8.contains($0) } ?? false
    }

    /// The elements in one cell; `|` and `\` within one are written `\|` and `\\`.
    static func list(_ elements: [String]) -> String {
        elements.map { $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|") }
            .joined(separator: String(listSeparator))
    }

    static func elements(_ cell: String) -> [String] {
        var elements = [""]
        var isEscaped = false
        for character in cell {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == listSeparator {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
            isEscaped = false
        }
        return elements
    }
}
