import Core

extension AccountTemplate {
    /// The faults of the template, each with the location of its text.
    func faults(of message: AccountMessage) -> [Fault] {
        var faults = Part.allCases.compactMap { part in
            fault(in: part, of: message).map { Fault("#/\(part.rawValue)", $0) }
        }
        if address != nil, !message.mayHaveAddress {
            faults.append(
                Fault(
                    "#/address",
                    "это письмо уходит только самому человеку: оставьте пустым",
                    "must be empty: this mail goes to the person alone"
                )
            )
        } else if let address, Email.normalized(address) == nil {
            faults.append(Fault("#/address", "не похоже на адрес почты", "must be an e-mail address"))
        }
        return faults
    }

    private func fault(in part: Part, of message: AccountMessage) -> Localized? {
        let text = self[part]
        if text.allSatisfy(\.isWhitespace) {
            return message.needed.contains(part) ? Localized("не заполнено", "is missing") : nil
        }
        let max = part.lengthMax
        guard text.unicodeScalars.count <= max else {
            return Localized("не больше \(max) символов", "must have at most \(max) characters")
        }
        guard text.unicodeScalars.allSatisfy({ part.takes($0) }) else {
            return part == .subject
                ? Localized("в одну строку", "must be one line")
                : Localized("есть недопустимый знак", "has a character that cannot be sent")
        }
        return Self.fault(ofVariablesIn: text, of: message, in: part)
    }

    /// The first fault of a variable in braces.
    private static func fault(
        ofVariablesIn text: String,
        of message: AccountMessage,
        in part: Part
    ) -> Localized? {
        var used: Set<String> = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{" else {
                return Localized("лишняя скобка }", "has a } without its {")
            }
            rest = rest[rest.index(after: brace)...]
            guard let end = rest.firstIndex(where: { $0 == "{" || $0 == "}" }), rest[end] == "}" else {
                return Localized("скобка { не закрыта", "has a { without its }")
            }
            let name = String(rest[..<end])
            guard let variable = message.variables.first(where: { $0.rawValue == name }) else {
                let known = message.variables.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                let wrong = "{\(name.prefix(40))}"
                return Localized("нет переменной \(wrong), есть \(known)", "has \(wrong); there is \(known)")
            }
            // The subject is not masked, so it must not hold a secret.
            guard part != .subject || !variable.isSecret else {
                return Localized(
                    "{\(name)} может быть только в тексте письма",
                    "may have {\(name)} in the text only"
                )
            }
            used.insert(name)
            rest = rest[rest.index(after: end)...]
        }
        let required = message.required.rawValue
        guard part == .subject || !message.needed.contains(part) || used.contains(required) else {
            return Localized("нужна переменная {\(required)}", "must have {\(required)}")
        }
        return nil
    }

    /// The texts filled in with sample values.
    func preview(of message: AccountMessage) -> AccountTemplate {
        let values = Dictionary(
            message.variables.map { ($0.rawValue, $0.sample) },
            uniquingKeysWith: { first, _ in first }
        )
        return AccountTemplate(
            subject: filled(subject, values),
            mail: filled(mail, values),
            sms: filled(sms, values),
            address: address
        )
    }
}

extension AccountTemplate.Part {
    /// The longest text of a mail, in characters.
    private static let mailLengthMax = 10_000
    /// The longest text of an SMS: about ten messages.
    private static let smsLengthMax = 800

    var lengthMax: Int {
        switch self {
        case .subject: Limits.mailSubjectLengthMax
        case .mail: Self.mailLengthMax
        case .sms: Self.smsLengthMax
        }
    }

    /// True if a text may contain this character; only the subject must be one line.
    fileprivate func takes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: self != .subject && (scalar == "\n" || scalar == "\t")
        case .lineSeparator, .paragraphSeparator: self != .subject
        case _: true
        }
    }
}
