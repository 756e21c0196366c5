extension Field {
    /// One column of a table, which has a cell of the same kind in every row.
    package struct Column: Sendable, Hashable {
        package let name: String
        package let kind: ColumnKind
        package let title: Localized
        package private(set) var isOptional = false

        package init(_ name: String, _ kind: ColumnKind, _ title: Localized, isOptional: Bool = false) {
            self.name = name
            self.kind = kind
            self.title = title
            self.isOptional = isOptional
        }

        package func optional() -> Column {
            var column = self
            column.isOptional = true
            return column
        }
    }

    package indirect enum ColumnKind: Sendable, Hashable {
        /// One line in one language.
        case text(lengthMax: Int)
        /// Several lines in one language.
        case multiline(lengthMax: Int)
        case integer(ClosedRange<Int64>)
        /// An exact number with at most `fractionDigits` digits after the point.
        case decimal(ClosedRange<Int64>, fractionDigits: Int)
        /// A time of day, `09:30`.
        case time
        /// A day without a time, `2024-05-13`.
        case date
        case choice([Choice])
        case reference(to: String)
    }

    /// The columns of the field; empty for other kinds.
    package var columns: [Column] { if case .table(let columns, _) = kind { columns } else { [] } }

    /// The most rows of a table; 0 for other kinds.
    package var rowsMax: Int { if case .table(_, let rowsMax) = kind { rowsMax } else { 0 } }

    static let timeLength = 5
}

extension Field.Column {
    /// The field of the same kind, for code that treats a cell like a field; lines and times are texts to it.
    package var field: Field {
        let kind: Field.Kind =
            switch kind {
            case .text(let lengthMax), .multiline(let lengthMax): .text(lengthMax: lengthMax)
            case .time: .text(lengthMax: Field.timeLength)
            case .integer(let range): .integer(range)
            case .decimal(let range, let fractionDigits): .decimal(range, fractionDigits: fractionDigits)
            case .date: .date
            case .choice(let choices): .choice(choices)
            case .reference(let target): .reference(to: target)
            }
        let field = Field(name, kind, title)
        return isOptional ? field.optional() : field
    }

    /// The type that the cells refer to; nil if they refer to none.
    package var target: String? {
        switch kind {
        case .reference(let target): target
        case .text, .multiline, .integer, .decimal, .time, .date, .choice: nil
        }
    }

    /// True if the cells hold words, which a search finds.
    var isText: Bool {
        switch kind {
        case .text, .multiline: true
        case .integer, .decimal, .time, .date, .choice, .reference: false
        }
    }
}
