/// The payload of a message to a person: an SMS, a mail or a notification.
package struct OutboxText: JSONReadable {
    /// The receiver of an SMS.
    private let phone: String?
    /// The receiver of a mail.
    private let address: String?
    /// Nil once it was erased.
    let text: String?
    /// The secret part of the text; nil if there is none.
    private let secret: String?

    package init(json payload: JSON) throws(Fault) {
        phone = try payload.get("phone")
        address = try payload.get("to")
        text = try payload.get("text")
        secret = try payload.get("secret")
    }

    /// The receiver, masked if the author may not see it.
    package func receiver(for author: Author) -> String? {
        if let phone { return PhoneNumber.masked(phone) }
        guard let address else { return nil }
        return author.may(.readPeople) ? address : Self.masked(address)
    }

    /// The first character and the host: `a•••@mail.ru`.
    private static func masked(_ address: String) -> String {
        let parts = address.split(separator: "@", maxSplits: 1)
        guard parts.count == 2 else { return "•••" }
        return "\(parts[0].prefix(1))•••@\(parts[1])"
    }

    /// The text, masked if the author may not see it.
    ///
    /// A code is never shown in full here: codes have a list of their own, in which each view is audited.
    package func text(isSecret: Bool, for author: Author) -> String? {
        guard let text else { return nil }
        if isSecret, let secret, !secret.isEmpty {
            return author.may(.readPeople) ? text.replacing(secret, with: "••••••") : nil
        }
        if isSecret { return String(text.map { $0.isNumber ? "•" : $0 }) }
        return author.may(.readPeople) ? text : nil
    }
}
