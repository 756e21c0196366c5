import Core

extension Limits {
    static let accountLoginLengthMax = 100
    static let accountNameLengthMax = 100
    static let accountPushTokenLengthMax = 4_096
    /// A body of the app's API without a file.
    static let accountBodySizeMax = 256 << 10
    /// The lifetime of an unused temporary password (A83).
    static let accountSpareAge: Duration = .seconds(24 * 3600)
    /// The largest debt in a partner zone, in roubles.
    static let accountForfeitMax: Int64 = 1_000_000_000
    /// The most payment methods of a partner zone.
    static let accountChannelsMax = 20
    static let pushTitleLengthMax = 100
    /// Firebase takes 4096 bytes for the whole message, and a letter has up to four.
    static let pushTextLengthMax = 500
}
