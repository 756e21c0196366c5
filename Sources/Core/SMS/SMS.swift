/// A short message to a phone.
package struct SMS: Sendable, Hashable {
    package let phone: PhoneNumber
    package let text: String

    package init(to phone: PhoneNumber, text: String) {
        self.phone = phone
        self.text = text
    }
}

/// A gateway for short messages: a provider, or a program that connects to one.
package protocol SMSGateway: Sendable {
    /// Tries once, in bounded time; a failure is an outcome.
    func send(_ sms: SMS) async -> OutboxResult.Outcome
}
