import Core

/// A table for people, aligned by display width and not by bytes.
struct Table: Sendable {
    struct Column: Sendable {
        let title: Localized
        let isNumber: Bool
        /// True if the column is narrowed first on a narrow terminal.
        let isFlexible: Bool
        /// True if the column is never hidden on a narrow terminal.
        let isKept: Bool
        /// True if the column is a sentence, which moves below its row on a narrow terminal.
        let isReason: Bool
        /// True if the column has ids, which are shortened on a terminal.
        let isID: Bool

        init(
            _ title: Localized,
            isNumber: Bool = false,
            isFlexible: Bool = false,
            isKept: Bool = false,
            isReason: Bool = false
        ) {
            self.title = title
            self.isNumber = isNumber
            self.isFlexible = isFlexible
            self.isReason = isReason
            isID = title.en == "ID"
            self.isKept = isKept || isID
        }

        init(_ title: String, isNumber: Bool = false, isFlexible: Bool = false) {
            self.init(Localized(same: title), isNumber: isNumber, isFlexible: isFlexible)
        }

        /// True if `name` is the column's name for `--columns`, in either language.
        func isNamed(_ name: String) -> Bool {
            Language.allCases.contains { name.isEmpty == false && Self.word(title[$0]) == Self.word(name) }
        }

        /// The name of the column for `--columns`.
        func name(in language: Language) -> String { Self.word(title[language]) }

        private static func word(_ text: String) -> String {
            text.lowercased().replacing(" ", with: "-")
        }
    }

    static let empty = Table([], hasHeader: false, rows: [])

    let columns: [Column]
    let hasHeader: Bool
    private(set) var isWhole = false
    let rows: [[String]]

    init(_ columns: [Column], hasHeader: Bool = true, rows: [[String]]) {
        self.columns = columns
        self.hasHeader = hasHeader
        self.rows = rows.map { $0.map { printable($0) } }
    }

    /// A card of one object, one row per value; a secret that is shown only once is never cut.
    init(secret lines: [(name: String, value: String)]) {
        let columns = ["", ""].map { Column($0) }
        self.init(columns, hasHeader: false, rows: lines.map { [$0.name, $0.value] })
        isWhole = true
    }

    /// The text of the table; `width` is the terminal's, or nil if nothing may be cut.
    func text(width: Int?, style: Style, language: Language = .standard) -> String {
        TableLayout(self, width: width, language: language).text(style)
    }

    /// Returns only the columns with these names, in this order.
    func choosing(_ names: [String], in language: Language) throws(Failure) -> Table {
        guard hasHeader, !names.isEmpty else { return self }
        var chosen: [Int] = []
        for name in names {
            guard let index = columns.firstIndex(where: { $0.isNamed(name) }) else {
                let known = columns.map { $0.name(in: language) }.filter { !$0.isEmpty }
                let list = known.joined(separator: ", ")
                throw .usage(
                    Localized(
                        "Нет столбца «\(name)». Есть: \(list).",
                        "There is no column “\(name)”. See: \(list)."
                    )
                )
            }
            chosen.append(index)
        }
        return Table(
            chosen.map { columns[$0] },
            rows: rows.map { row in chosen.map { row[$0] } }
        )
    }
}
