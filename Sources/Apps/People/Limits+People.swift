import Core

extension Limits {
    /// The length of the reason of a block or of a revealed number, in characters.
    static let blockReasonLengthMax = 300
}
