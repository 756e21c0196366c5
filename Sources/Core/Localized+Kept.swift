import Storage

/// A text that is stored in every language, and shown later in that of its reader.
extension Localized {
    package var kept: JSON { ["ru": .string(ru), "en": .string(en)] }

    package init(kept json: JSON) throws(Fault) {
        self.init(try json.get("ru"), try json.get("en"))
    }
}

extension Row {
    /// The text of a column that stores it in every language.
    package func localized(_ column: String) throws -> Localized? {
        try get(column, as: String?.self).map { try Localized(kept: JSON(parsing: $0)) }
    }
}
