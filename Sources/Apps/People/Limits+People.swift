import Core

extension Limits {
    /// The reason of a block or of a look at a number, in characters.
    static let blockReasonLengthMax = 300
}
