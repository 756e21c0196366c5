// Limits of what is asked of Google's services.
extension Limits {
    package static let googleTimeout: Duration = .seconds(30)
    package static let googleKeySizeMax = 64 << 10
    package static let googleTokenSizeMax = 64 << 10
    package static let googleTokensMax = 200
    /// A token is not used any more so long before its end.
    package static let googleTokenMargin: Duration = .seconds(60)
    /// How much is kept of what they say went wrong.
    package static let googleReasonLengthMax = 500
}
