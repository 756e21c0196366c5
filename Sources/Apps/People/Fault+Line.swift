import Core

extension Fault {
    /// A text that must be one line of a certain length.
    static func line(_ name: String, lengthMax: Int) -> Fault {
        Fault(
            "#/\(name)",
            "от 1 до \(lengthMax) символов в одну строку",
            "must have 1 to \(lengthMax) characters in one line"
        )
    }
}

extension String {
    /// Not empty, not too long, and without line breaks and the like.
    func isLine(lengthMax: Int) -> Bool {
        !isEmpty && unicodeScalars.count <= lengthMax
            && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Without what is blank at both ends.
    var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
