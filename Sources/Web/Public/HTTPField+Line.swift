import HTTPTypes

extension HTTPField {
    /// The field as HTTP/1.1 has it, with the end of its line.
    var line: String { "\(name.rawName): \(value)\r\n" }
}
