import Core

extension Limits {
    static let accountLoginLengthMax = 100
    static let accountNameLengthMax = 100
    static let accountPushTokenLengthMax = 4_096
    /// A body of the app's API without a file.
    static let accountBodySizeMax = 256 << 10
    /// How long a new password that nobody has used holds (A83).
    static let accountSpareAge: Duration = .seconds(24 * 3600)
    /// Of a partner zone, in roubles.
    static let accountForfeitMax: Int64 = 1_000_000_000
    /// Ways to pay in a partner zone.
    static let accountChannelsMax = 20
    static let pushTitleLengthMax = 100
    /// Firebase takes 4096 bytes for the title, the text and all else; a letter has up to four.
    static let pushTextLengthMax = 500
}
