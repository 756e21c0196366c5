import Core

extension PointsCause {
    static let registration = PointsCause("registration")
    static let survey = PointsCause("survey")
    /// The user has entered a friend's code.
    static let referralActivation = PointsCause("referral_activation")
    /// A friend has entered the user's code.
    static let referralActivated = PointsCause("referral_activated")
    static let purchase = PointsCause("buy_offer")
    static let event = PointsCause("buy_event")
}
