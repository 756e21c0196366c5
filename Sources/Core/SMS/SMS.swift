/// A short message to a phone.
package struct SMS: JSONReadable, Hashable {
    package let phone: PhoneNumber
    package let text: String

    package init(to phone: PhoneNumber, text: String) {
        self.phone = phone
        self.text = text
    }

    /// Reads the payload of a message.
    package init(json payload: JSON) throws(Fault) {
        self.init(to: PhoneNumber(kept: try payload.get("phone")), text: try payload.get("text"))
    }
}

/// A gateway for short messages: a provider, or a program that connects to one.
package protocol SMSGateway: Sendable {
    /// Tries once, in bounded time; a failure is an outcome.
    func send(_ sms: SMS) async -> OutboxResult.Outcome
}
