/// Bounds of what people send to the accounts app, and of what it does for them.
extension Limits {
    package static let accountLoginLengthMax = 100
    package static let accountNameLengthMax = 100
    /// Of what people tell of themselves, each.
    package static let accountTraitLengthMax = 1_000
    package static let accountPushTokenLengthMax = 4_096
    /// Of what somebody types for an invite code; it is repeated in the refusal.
    package static let accountInviteLengthMax = 100
    package static let accountFieldsMax = 60
    package static let accountFieldNameLengthMax = 60
    /// A body of the app's API, and one with a file.
    package static let accountBodySizeMax = 256 << 10
    package static let accountFileSizeMax = 5 << 20
    package static let feedbackTextLengthMax = 10_000

    /// How long a token holds (A49), and a new password that nobody has used (A83).
    package static let accountTokenAge: Duration = .seconds(24 * 3600)
    package static let accountSpareAge: Duration = .seconds(24 * 3600)
    /// Asks for codes of a phone in a day, answered or not; none in test mode, nor if phones have no limit.
    package static let accountCodesPerDay: Int64 = 15
    package static let accountDay: Duration = .seconds(24 * 3600)
    /// Wrong passwords of one person from one address, and from one address of anybody, in `signInWindow`.
    package static let accountSignInFailuresMax: Int64 = 10
    package static let accountSignInAddressMax: Int64 = 100
    /// Restores of one person from one address, of one person at all, and from one address at all, in an hour.
    package static let accountRestoresMax: Int64 = 3
    package static let accountRestoresOfUserMax: Int64 = 15
    package static let accountRestoresFromAddressMax: Int64 = 30
    /// Links, feedback and new passwords that one user may ask for in an hour.
    package static let accountLinksMax: Int64 = 10
    package static let accountFeedbackMax: Int64 = 10
    package static let accountPasswordsMax: Int64 = 10

    /// How often a mail is tried (A77).
    package static let accountMailAttemptsMax: Int64 = 3
    /// Links of one user that are kept.
    package static let accountLinksKeptMax = 20

    /// People that a list of the app's API shows.
    package static let accountListMax = 500
    package static let accountPartsMax = 200
    package static let accountChannelsMax = 20
    /// How long events are kept.
    package static let accountEventAge: Duration = .seconds(366 * 86_400)
}
