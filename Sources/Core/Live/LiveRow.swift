import FoundationEssentials

/// One row of a table of a published entry.
package struct LiveRow: Sendable, Hashable {
    /// The cells that were filled in, by column.
    package let cells: [String: JSON]

    /// The text, empty if there is none; also a time of day `09:30`, a day or the name of a choice.
    package func text(_ name: String) -> String { cells[name]?.string ?? "" }
    /// The text; nil if the cell is empty.
    package func string(_ name: String) -> String? { cells[name]?.string }
    /// The id of the entry that the cell refers to.
    package func id(_ name: String) -> String? { cells[name]?.string }
    package func integer(_ name: String) -> Int64? { cells[name]?.integer }

    package func decimal(_ name: String) -> Decimal? {
        switch cells[name] {
        case .integer(let number)?: Decimal(number)
        case .decimal(let number)?: number
        case .null?, .bool?, .string?, .array?, .object?, nil: nil
        }
    }

    /// The number in hundredths, kopecks for a price in rubles; nil if the cell is empty or the number too large.
    ///
    /// Digits after the second are dropped; a column with two has none.
    package func hundredths(_ name: String) -> Int64? {
        decimal(name).flatMap { ($0 * 100).wholePart }
    }
}

extension LiveContent {
    /// The rows of a table; empty if it has none.
    package func rows(_ name: String) -> [LiveRow] {
        (fields[name]?.array ?? []).compactMap { row in row.object.map { LiveRow(cells: $0) } }
    }
}
