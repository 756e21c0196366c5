import Core

/// The layout of a table on a screen: the columns that fit, their widths, and the lines below a row.
struct TableLayout {
    /// The minimum width of a flexible column while another column can be hidden.
    static let comfortableWidth = 20
    static let flexibleWidthMin = 12
    private static let gap = "  "
    private static let indent = "    "

    private let table: Table
    private let width: Int?
    private let language: Language
    /// The rows, with short ids on a terminal.
    private let rows: [[String]]
    private let natural: [Int]
    /// The visible columns.
    private(set) var shown: [Int]
    /// The columns below their row.
    private(set) var below: [Int] = []
    private var widths: [Int: Int] = [:]

    init(_ table: Table, width: Int?, language: Language) {
        let width = table.isWhole ? nil : width
        self.table = table
        self.width = width
        self.language = language
        let rows = width == nil ? table.rows : Self.shortened(table)
        self.rows = rows
        shown = Array(table.columns.indices)
        natural = table.columns.indices.map { index in
            let title = table.hasHeader ? table.columns[index].title[language].displayWidth : 0
            return max(rows.map { $0[index].displayWidth }.max() ?? 0, title)
        }
        fit()
    }

    /// The titles of the columns that did not fit.
    var hidden: [String] {
        table.columns.indices.filter { !shown.contains($0) && !below.contains($0) }.map {
            table.columns[$0].title[language]
        }
    }

    private static func shortened(_ table: Table) -> [[String]] {
        var rows = table.rows
        for index in table.columns.indices where table.columns[index].isID {
            let short = ShortIdentifier.shortest(Set(rows.map { $0[index] }))
            for row in rows.indices { rows[row][index] = short[rows[row][index]] ?? rows[row][index] }
        }
        return rows
    }

    /// Moves reasons below, narrows flexible columns, hides columns from the right, and finally cuts texts.
    private mutating func fit() {
        defer { for index in shown { widths[index] = widths[index] ?? natural[index] } }
        guard let width, excess(width) > 0 else { return }
        let reasons = rows.isEmpty ? [] : shown.filter { table.columns[$0].isReason }
        below = reasons
        shown.removeAll { reasons.contains($0) }
        while excess(width, flexibleMin: Self.comfortableWidth) > 0, let index = leastNeeded {
            shown.removeAll { $0 == index }
        }
        shrink(to: Self.comfortableWidth, width)
        shrink(to: Self.flexibleWidthMin, width)
    }

    /// The rightmost column that can be hidden; never the first column or the first flexible one.
    private var leastNeeded: Int? {
        let title = shown.first { table.columns[$0].isFlexible }
        return shown.dropFirst().last { !table.columns[$0].isKept && $0 != title }
    }

    /// The missing width in columns of the screen; `flexibleMin` is the minimum of flexible columns.
    private func excess(_ width: Int, flexibleMin: Int? = nil) -> Int {
        let widths = shown.map { index in
            guard let flexibleMin, table.columns[index].isFlexible else {
                return self.widths[index] ?? natural[index]
            }
            return min(natural[index], flexibleMin)
        }
        return widths.reduce(0, +) + Self.gap.count * max(0, widths.count - 1) - width
    }

    private mutating func shrink(to least: Int, _ width: Int) {
        for index in shown where table.columns[index].isFlexible {
            let now = widths[index] ?? natural[index]
            widths[index] = now - min(max(0, excess(width)), max(0, now - least))
        }
    }

    func text(_ style: Style) -> String {
        var lines = rows.flatMap { row in [line(row)] + reasons(row, style) }
        if table.hasHeader {
            lines.insert(style.strong(line(table.columns.map { $0.title[language] })), at: 0)
        }
        return lines.joined(separator: "\n")
    }

    private func line(_ row: [String]) -> String {
        let cells = shown.map { index in
            let width = widths[index] ?? natural[index]
            return row[index].cut(to: width).padded(to: width, alignedRight: table.columns[index].isNumber)
        }
        var line = cells.joined(separator: Self.gap)
        while line.hasSuffix(" ") { line.removeLast() }
        return width.map { line.cut(to: $0) } ?? line
    }

    private func reasons(_ row: [String], _ style: Style) -> [String] {
        guard let width else { return [] }
        return below.filter { !row[$0].isEmpty }.flatMap { index in
            row[index].wrapped(to: max(Self.comfortableWidth, width - Self.indent.count)).map {
                Self.indent + style.faint($0)
            }
        }
    }
}

extension String {
    /// Lines of at most `width` columns, broken between words; a longer word is broken inside.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ").flatMap({ $0.pieces(of: width) }) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if longer.displayWidth > width, !line.isEmpty {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

extension Substring {
    /// The parts of a word, at most `width` columns each.
    fileprivate func pieces(of width: Int) -> [Substring] {
        guard displayWidth > width, width > 1 else { return [self] }
        // A letter may take two columns.
        let length = width / 2
        return [prefix(length)] + dropFirst(length).pieces(of: width)
    }
}
