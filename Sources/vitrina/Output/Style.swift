/// The colours of the output; they are never the only sign of a meaning.
struct Style: Sendable, Hashable {
    let usesColor: Bool

    static let plain = Style(usesColor: false)

    func strong(_ text: String) -> String { with("1", text) }
    func faint(_ text: String) -> String { with("2", text) }
    func bad(_ text: String) -> String { with("1;31", text) }
    func good(_ text: String) -> String { with("32", text) }
    func doubtful(_ text: String) -> String { with("33", text) }

    private func with(_ code: String, _ text: String) -> String {
        usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Removes control sequences, so that a title cannot move the cursor of the reader.
///
/// A colouring style keeps its own escapes; the text inside must have been cleaned before.
func printable(_ text: String, keeping style: Style = .plain) -> String {
    let isClean = text.unicodeScalars.allSatisfy { !isControl($0) }
    if isClean { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
        if style.usesColor, scalar == "\u{1B}", let length = colorLength(scalars) {
            result.append(scalar)
            result.append(contentsOf: scalars.prefix(length))
            scalars = scalars.dropFirst(length)
        } else {
            result.append(isControl(scalar) ? " " : scalar)
        }
    }
    return String(result)
}

/// The length of a colour code that begins here, `[1;31m`; nil for other escapes.
private func colorLength(_ scalars: Substring.UnicodeScalarView) -> Int? {
    guard scalars.first == "[" else { return nil }
    let digits = scalars.dropFirst().prefix { "0"..."9" ~= $0 || $0 == ";" }
    return scalars.dropFirst(1 + digits.count).first == "m" ? digits.count + 2 : nil
}

/// True if it is a control character, or a mark that changes the text direction.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator
        || "\u{202A}"..."\u{202E}" ~= scalar || "\u{2066}"..."\u{2069}" ~= scalar
}
