import Core

extension Limits {
    /// Rows that the mall's app may ask for at once.
    static let appPageSizeMax = 500
    /// Contents that are put on a block of the home screen at once.
    static let homeAdditionMax = 50
    static let personNameLengthMax = 100
    /// What one correction of points may give or take.
    package static let pointsCorrectionMax: Int64 = 1_000_000
    /// Why points are given, taken or given back, in characters.
    static let pointsReasonLengthMax = 500
}
