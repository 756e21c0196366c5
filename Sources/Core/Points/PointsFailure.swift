/// Why points could not be moved; the caller says it in the words of the app.
package enum PointsFailure: Error, Sendable, Hashable {
    /// So many points are missing.
    case short(by: Int64)
    /// This act was done before. Undoes the transaction; what was done then is found by its key.
    case repeated(key: String)
    /// There is no such account.
    case noAccount
    /// More than any account can hold.
    case tooMuch
}
