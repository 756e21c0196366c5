import Core

extension Limits {
    /// Rows per page of the app's API.
    static let appPageSizeMax = 500
    /// The number of entries put on a block of the home screen at once.
    static let homeAdditionMax = 50
    static let personNameLengthMax = 100
    /// The largest correction of a balance, in points, up or down.
    package static let pointsCorrectionMax: Int64 = 1_000_000
    /// The reason of a correction, in characters.
    static let pointsReasonLengthMax = 500
}
