import Storage

/// A request to make or check a code: its purpose, the phone and the client address.
package struct CodeOrder: Sendable {
    package let purpose: CodePurpose
    /// In its normalized form.
    package let phone: String
    package let address: String
    /// The account that is signed in; erasing the account erases the code as well.
    package let accountID: String?
    /// The text of the SMS for a code.
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
        // Counted even without a limit, because this row serializes concurrent requests for a code for one phone.
        let phoneLimit = AttemptLimit(
            key: "code:\(policy.app):\(purpose.name):phone:\(phone)",
            countMax: policy.phoneMax == 0 ? .max : policy.phoneMax,
            window: Limits.codeWindow
        )
        return [phoneLimit, addressLimit("code", policy.addressMax, policy)].compactMap { $0 }
    }

    /// The limit on wrong guesses from one address, for any phones.
    func guessLimit(_ policy: CodePolicy) -> AttemptLimit? {
        addressLimit("code-guess", policy.addressMax, policy)
    }

    /// Counts a request that is refused because of the phone, which tells the client who has it.
    ///
    /// Such a refusal is no error of the transaction, which would uncount it; throws `.limited`.
    package func countRefused(
        _ policy: CodePolicy,
        at now: Timestamp,
        on connection: any Connection
    ) throws {
        try addressLimit("code", policy.addressMax, policy)?.count(at: now, on: connection)
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

/// The result of a request for a code.
package struct IssuedCode: Sendable, Hashable {
    package let id: String
    /// The id of the message in the outbox.
    package let messageID: Int64
    /// False in test mode, where the code is only stored.
    package let isSent: Bool
}

extension OutboxKind {
    package static let sms = OutboxKind("sms")
}

extension RandomBytes {
    /// A uniformly random number from the range, as text.
    func number(in range: ClosedRange<Int>) -> String {
        let count = UInt64(range.upperBound - range.lowerBound) + 1
        // Numbers at or above this bound would bias the result towards the lowest ones.
        let bound = UInt64.max / count * count
        while true {
            let number = self(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if number < bound { return String(range.lowerBound + Int(number % count)) }
        }
    }
}
