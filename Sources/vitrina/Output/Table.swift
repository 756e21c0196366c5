import Core

/// Rows for a person, aligned by what the terminal shows and not by bytes.
struct Table: Sendable {
    struct Column: Sendable {
        let title: Localized
        let isNumber: Bool
        /// Gives way first where the terminal is too narrow.
        let isFlexible: Bool
        /// Stays where the terminal is too narrow for every column.
        let isKept: Bool
        /// A sentence: it stands below its row where the terminal is too narrow.
        let isReason: Bool
        /// Holds ids, which a terminal shows short.
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

        /// True for a name of the column as it is typed after `--columns`, in either language.
        func isNamed(_ name: String) -> Bool {
            Language.allCases.contains { name.isEmpty == false && Self.word(title[$0]) == Self.word(name) }
        }

        /// How the column is typed after `--columns`.
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

    /// One thing, a line for each of its values; what is shown only once is never cut.
    init(secret lines: [(name: String, value: String)]) {
        let columns = ["", ""].map { Column($0) }
        self.init(columns, hasHeader: false, rows: lines.map { [$0.name, $0.value] })
        isWhole = true
    }

    /// `width` is that of the terminal; nil where nothing may be cut.
    func text(width: Int?, style: Style, language: Language = .standard) -> String {
        TableLayout(self, width: width, language: language).text(style)
    }

    /// Only the columns with these names, in this order.
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
