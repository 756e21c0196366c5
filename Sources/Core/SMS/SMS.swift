/// A short message to a phone.
package struct SMS: Sendable, Hashable {
    package let phone: PhoneNumber
    package let text: String

    package init(to phone: PhoneNumber, text: String) {
        self.phone = phone
        self.text = text
    }
}

/// A carrier of short messages: a provider, or a program that speaks to one.
package protocol SMSGateway: Sendable {
    /// Tries once, in bounded time; what goes wrong is an outcome.
    func send(_ sms: SMS) async -> OutboxResult.Outcome
}
