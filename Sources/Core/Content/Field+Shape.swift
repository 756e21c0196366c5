extension Field {
    /// The shape of a value.
    ///
    /// A kind decides more: its bounds, its check, its column, its schema, its control, its labels. All other code
    /// switches over the shape, so that a new kind does not affect it.
    package enum Shape: Sendable, Hashable {
        /// One string.
        case line
        /// A string in each language.
        case texts
        /// The name of one of the choices.
        case choice
        case integer
        case decimal
        case bool
        case day
        case moment
        case upload
        case uploads
        case link(to: String)
        case links(to: String)
        /// A list of objects with a cell in each of the columns.
        case rows([Column])
    }

    package var shape: Shape {
        switch kind {
        case .text, .slug, .url, .phone: .line
        case .localizedText, .richText: .texts
        case .choice: .choice
        case .integer, .points: .integer
        case .decimal: .decimal
        case .bool: .bool
        case .date: .day
        case .timestamp: .moment
        case .image, .file: .upload
        case .images: .uploads
        case .reference(let target): .link(to: target)
        case .references(let target): .links(to: target)
        case .table(let columns, _): .rows(columns)
        }
    }

    /// The types that the field refers to; a table may refer to several.
    package var targets: [String] {
        switch shape {
        case .link(let target), .links(let target): [target]
        case .rows(let columns): Set(columns.compactMap(\.target)).sorted()
        case .line, .texts, .choice, .integer, .decimal, .bool, .day, .moment, .upload, .uploads: []
        }
    }

    /// True if the field holds uploads.
    package var holdsUploads: Bool { shape == .upload || shape == .uploads }

    /// True if the field holds any number of references or uploads, so that one can be removed.
    package var isList: Bool {
        switch shape {
        case .links, .uploads, .rows: true
        case .line, .texts, .choice, .integer, .decimal, .bool, .day, .moment, .upload, .link: false
        }
    }

    package var isPerLanguage: Bool { shape == .texts }

    /// The choices of the field; empty for other kinds.
    package var choices: [Choice] { if case .choice(let choices) = kind { choices } else { [] } }
}
