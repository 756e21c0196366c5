/// Makes one `String` of equal texts, so that a headsign of a thousand trips is kept once.
struct CellTexts {
    private var keys = KeyIndex()
    private var texts: [String] = []

    var size: Int { keys.size }

    /// Nil if it is not UTF-8.
    mutating func text(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.isEmpty { return "" }
        if let index = keys.find(bytes) { return texts[Int(index)] }
        guard let text = bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else {
            return nil
        }
        _ = keys.insert(bytes)
        texts.append(text)
        return text
    }
}
