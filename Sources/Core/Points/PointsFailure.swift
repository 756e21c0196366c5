/// A failed movement of points; the caller words it for the app.
package enum PointsFailure: Error, Sendable, Hashable {
    /// This many points are missing.
    case short(by: Int64)
    /// This act was done before. The transaction is rolled back; the earlier entry is found by its key.
    case repeated(key: String)
    case noAccount
    /// More than any account can hold.
    case tooMuch
}
