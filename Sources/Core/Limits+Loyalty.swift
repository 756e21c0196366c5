/// Bounds of what staff do with the loyalty programme, and of what people search for.
extension Limits {
    /// Why points are given, taken or given back, in characters.
    package static let pointsReasonLengthMax = 500
    /// Accounts that are found at once by the last digits of a phone or by a name.
    package static let pointsAccountsMax = 20
    /// Rows of a file that are read at once.
    package static let exportBatch = 500
    /// Contents whose stock is asked for at once.
    package static let stockIDsMax = 200

    // What people search for
    /// Characters of it that are kept.
    package static let heardTextLengthMax = 100
    /// Different texts that a server counts before it writes them down.
    package static let heardTextsMax = 1_000
    /// Different texts that are kept; where there are more, those typed once go first.
    package static let heardRowsMax = 20_000
    package static let heardPause: Duration = .seconds(5)
    /// A text that was typed once goes after this time, any other after a year without being typed.
    package static let heardOnceAge: Duration = .seconds(30 * 86_400)
    package static let heardAge: Duration = .seconds(366 * 86_400)
}
