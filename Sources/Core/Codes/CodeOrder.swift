import Storage

/// For which phone a code is made or checked, and from where that is asked.
package struct CodeOrder: Sendable {
    package let purpose: CodePurpose
    /// As the app writes it once it is normalised.
    package let phone: String
    package let address: String
    /// Who asks, where they are signed in; what is forgotten of them takes the code with it.
    package let accountID: String?
    /// The SMS that brings a code.
    package let text: @Sendable (String) -> String

    package init(
        _ purpose: CodePurpose,
        phone: String,
        address: String,
        accountID: String? = nil,
        text: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.purpose = purpose
        self.phone = phone
        self.address = address
        self.accountID = accountID
        self.text = text
    }

    func hash(_ code: String, _ salt: [UInt8], _ app: String) -> [UInt8] {
        HMAC.sha256(Array("\(app)|\(purpose.name)|\(phone)|\(code)".utf8), key: salt)
    }

    func limits(_ policy: CodePolicy) -> [AttemptLimit] {
        // The first is counted without a bound too, as it makes those wait who want a code for one phone at once.
        let phoneLimit = AttemptLimit(
            key: "code:\(policy.app):\(purpose.name):phone:\(phone)",
            countMax: policy.phoneMax == 0 ? .max : policy.phoneMax,
            window: Limits.codeWindow
        )
        return [phoneLimit, addressLimit("code", policy.addressMax, policy)].compactMap { $0 }
    }

    /// Wrong guesses from one address, whatever phones they are for.
    func guessLimit(_ policy: CodePolicy) -> AttemptLimit? {
        addressLimit("code-guess", policy.addressMax, policy)
    }

    private func addressLimit(_ what: String, _ countMax: Int64, _ policy: CodePolicy) -> AttemptLimit? {
        guard countMax > 0, !address.isEmpty else { return nil }
        return AttemptLimit(
            key: "\(what):\(policy.app):address:\(NetworkAddress.limited(address))",
            countMax: countMax,
            window: Limits.codeWindow
        )
    }
}

/// What became of an order.
package struct IssuedCode: Sendable, Hashable {
    package let id: String
    /// In the outbox.
    package let messageID: Int64
    /// False in test mode, where it is only kept.
    package let isSent: Bool
}

extension OutboxKind {
    package static let sms = OutboxKind("sms")
}

extension RandomBytes {
    /// A number of the range, each as likely as any other, as text.
    func number(in range: ClosedRange<Int>) -> String {
        let count = UInt64(range.upperBound - range.lowerBound) + 1
        // Numbers at or above this would make the first ones likelier.
        let bound = UInt64.max / count * count
        while true {
            let number = self(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if number < bound { return String(range.lowerBound + Int(number % count)) }
        }
    }
}
