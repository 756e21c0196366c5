/// Bounds of what staff write about the people of the accounts app.
extension Limits {
    /// Texts of the app's messages.
    package static let accountMailLengthMax = 10_000
    /// About ten messages on the way to a phone.
    package static let accountSMSLengthMax = 800
    /// Of a partner zone: its id, its name, its terminal, each way to pay.
    package static let accountPartNameLengthMax = 200
    package static let accountChannelURLLengthMax = 2_000
    /// In roubles.
    package static let accountForfeitMax: Int64 = 1_000_000_000
}
