import Core

extension Fault {
    /// The fault of a text that must be one line of a certain length.
    static func line(_ name: String, lengthMax: Int) -> Fault {
        Fault(
            "#/\(name)",
            "от 1 до \(lengthMax) символов в одну строку",
            "must have 1 to \(lengthMax) characters in one line"
        )
    }
}

extension String {
    /// True if it is not blank, not too long, and has no line breaks or control characters.
    func isLine(lengthMax: Int) -> Bool {
        !isEmpty && unicodeScalars.count <= lengthMax
            && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The text without spaces at both ends.
    var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
