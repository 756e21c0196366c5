/// Rows for a person, aligned by what the terminal shows and not by bytes.
struct Table: Sendable {
    struct Column: Sendable {
        let title: String
        let isNumber: Bool
        /// Gives way first where the terminal is too narrow.
        let isFlexible: Bool

        init(_ title: String, isNumber: Bool = false, isFlexible: Bool = false) {
            self.title = title
            self.isNumber = isNumber
            self.isFlexible = isFlexible
        }
    }

    static let flexibleWidthMin = 12
    static let empty = Table([], hasHeader: false, rows: [])
    private static let gap = "  "

    let columns: [Column]
    let hasHeader: Bool
    private var isWhole = false
    private let rows: [[String]]

    init(_ columns: [Column], hasHeader: Bool = true, rows: [[String]]) {
        self.columns = columns
        self.hasHeader = hasHeader
        self.rows = rows.map { $0.map { printable($0) } }
    }

    /// One thing, a line for each of its values; what is shown only once is never cut.
    init(secret lines: [(name: String, value: String)]) {
        let columns = ["", ""].map { Column($0) }
        self.init(columns, hasHeader: false, rows: lines.map { [$0.name, $0.value] })
        isWhole = true
    }

    /// `width` is that of the terminal; nil where nothing may be cut.
    func text(width: Int?, style: Style) -> String {
        let width = isWhole ? nil : width
        let widths = widths(within: width)
        var lines = rows.map { line($0, widths, width) }
        if hasHeader { lines.insert(style.strong(line(columns.map(\.title), widths, width)), at: 0) }
        return lines.joined(separator: "\n")
    }

    private func line(_ cells: [String], _ widths: [Int], _ width: Int?) -> String {
        let cells = zip(zip(cells, columns), widths).map { pair, width in
            pair.0.cut(to: width).padded(to: width, alignedRight: pair.1.isNumber)
        }
        var line = cells.joined(separator: Self.gap)
        while line.hasSuffix(" ") { line.removeLast() }
        return width.map { line.cut(to: $0) } ?? line
    }

    private func widths(within width: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            let cells = rows.map { $0[index].displayWidth }
            return max(cells.max() ?? 0, hasHeader ? columns[index].title.displayWidth : 0)
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - width
        for index in columns.indices where columns[index].isFlexible && excess > 0 {
            let given = min(excess, max(0, widths[index] - Self.flexibleWidthMin))
            widths[index] -= given
            excess -= given
        }
        return widths
    }
}
