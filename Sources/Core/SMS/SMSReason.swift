/// Extracts the reason for which a gateway has refused a message, in its own words.
///
/// They reach the person who waits for the message (accounts A19), so nothing of the request is left in them: a gateway
/// may repeat the code, the phone or the key of the account.
struct SMSReason: Sendable {
    private static let lengthMax = 200
    private static let depthMax = 4
    private static let elementsMax = 5
    /// The members in which gateways report a reason, lower-case and without punctuation, in order of preference.
    private static let names = [
        "errordescription", "errormessage", "errortext", "statustext", "statusmessage", "errmsg", "message",
        "description",
        "detail", "details", "reason", "error", "errors", "title", "response", "result", "messages", "text",
    ]
    private static let hidden = "•••"

    private let secrets: [String]

    init(_ sms: SMS, key: String) {
        // A code or a password is a word that contains a digit.
        let words = sms.text.split(whereSeparator: \.isWhitespace).map(Self.bare)
        let codes = words.filter { $0.count >= 4 && $0.contains(where: \.isNumber) }
        let whole = ([key, sms.text] + codes).filter { !$0.isEmpty }
        secrets = whole.flatMap { [$0, $0.percentEncoded] }.sorted { $0.count > $1.count }
    }

    /// Nil if the response is not a sentence: empty, an HTML page, or binary.
    func words(of answer: HTTPAnswer) -> String? {
        if let json = try? JSON(parsing: answer.body) {
            return cleaned(Self.text(in: json, depth: Self.depthMax))
        }
        guard let text = String(validating: answer.body, as: UTF8.self) else { return nil }
        guard let first = text.first(where: { !$0.isWhitespace }), !"{[".contains(first) else { return nil }
        return cleaned(first == "<" ? Self.element(of: text) : text)
    }

    /// One line of bounded length without any value of the request; nil if nothing is left.
    func cleaned(_ text: String?) -> String? {
        guard var text else { return nil }
        // By code points: as a character, a letter with an accent that follows is another one.
        for secret in secrets {
            text.unicodeScalars.replace(secret.unicodeScalars, with: Self.hidden.unicodeScalars)
        }
        text.replace(/https?:\/\/\S+/, with: Self.hidden)
        // A phone number in any format.
        text.replace(/\+?\d[\d\s()\-]{5,}\d/, with: Self.hidden)
        let scalars = text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let words = String(line.prefix(Self.lengthMax))
        return words.contains(where: \.isLetter) ? words : nil
    }

    /// The word without punctuation around it.
    private static func bare(_ word: Substring) -> String {
        var scalars = word.unicodeScalars
        while let first = scalars.first, isPunctuation(first) { scalars = scalars.dropFirst() }
        while let last = scalars.last, isPunctuation(last) { scalars = scalars.dropLast() }
        return String(scalars)
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        case _: false
        }
    }

    private static func text(in json: JSON, depth: Int) -> String? {
        if let text = json.string { return text }
        guard depth > 0 else { return nil }
        if let array = json.array {
            return array.prefix(elementsMax).lazy.compactMap { text(in: $0, depth: depth - 1) }.first
        }
        guard let object = json.object else { return nil }
        let members = Dictionary(
            object.map { name, member in (name.lowercased().filter(\.isLetter), member) },
            uniquingKeysWith: { first, _ in first }
        )
        return names.lazy.compactMap { name in
            members[name].flatMap { text(in: $0, depth: depth - 1) }
        }.first
    }

    /// The text of an XML element that reports a fault; nil for an HTML page.
    private static func element(of text: String) -> String? {
        guard text.firstMatch(of: /<(?:html|!doctype html)\b/.ignoresCase()) == nil else { return nil }
        let elements = text.matches(
            of: /<(?:\w+:)?([\w\-]*(?:error|message|description|reason|text))(?:\s[^>]*)?>([^<]+)</
                .ignoresCase()
        )
        return elements.first.map { String($0.output.2) }
    }
}
