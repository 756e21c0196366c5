extension Limits {
    // Codes
    /// In which codes and guesses are counted (mall.md 6.13).
    package static let codeWindow: Duration = .seconds(600)

    /// How long somebody who asks for a code waits for the gateway to take the SMS.
    package static let codeSendWait: Duration = .seconds(4)

    /// A code without an end is not sent any more after so long.
    package static let codeSendAge: Duration = .seconds(900)
    /// How long a code that staff may see is kept in the clear, and how long it is remembered that there was one.
    package static let codeShownAge: Duration = .seconds(24 * 3600)
    package static let codeAge: Duration = .seconds(90 * 86_400)
    /// The newest codes, which are told to those who follow them.
    package static let codesFollowedMax = 200
    /// Last digits by which codes are looked for.
    package static let codeDigitsMax = 15
    /// For how long one look at codes or people stands in the audit for all those that follow.
    package static let codeLookWindow: Duration = .seconds(600)
    package static let codeReadersMax = 200
    package static let codeReadersOfOneMax = 20

    // SMS and mail
    package static let smsTimeout: Duration = .seconds(10)
    package static let smsAnswerSizeMax = 64 << 10
    package static let smsTemplateLengthMax = 8_000
    package static let mailTimeout: Duration = .seconds(30)
    package static let mailSubjectLengthMax = 200
}
