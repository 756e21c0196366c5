/// A part of a request with placeholders: `{phone}`, `{digits}`, `{text}`, and `{key}` for a secret.
///
/// A value is escaped, so it can never become more than text, whatever it contains.
package struct SMSTemplate: Sendable, Hashable {
    /// The syntax around a placeholder, which decides how a value is escaped.
    package enum Form: Sendable, Hashable {
        /// A URL or the fields of a form.
        case encoded
        case json
        case xml
        /// A header, which never contains the text.
        case header
    }

    private let text: String
    private let form: Form

    package init(_ text: String, as form: Form) {
        self.text = text
        self.form = form
    }

    func filled(with sms: SMS, key: String) -> String {
        let phone = sms.phone.description
        var values = [
            "phone": phone, "digits": phone.filter { $0 != "+" }, "text": sms.text, "key": key,
        ]
        if form == .header { values["text"] = nil }
        var (result, rest) = ("", text[...])
        // One pass, so that braces in a value are not placeholders.
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let name = values.keys.first { rest.hasPrefix("{\($0)}") }
            if let name, let value = values[name] {
                result += written(value)
                rest = rest.dropFirst(name.count + 2)
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private func written(_ value: String) -> String {
        switch form {
        case .encoded: value.percentEncoded
        case .json: String(JSON.string(value).text.dropFirst().dropLast())
        case .xml: value.xmlEscaped
        case .header:
            String(String.UnicodeScalarView(value.unicodeScalars.filter { 0x20..<0x7F ~= $0.value }))
        }
    }
}

extension String {
    /// Escapes for the text or an attribute of an element; characters that XML forbids are dropped.
    fileprivate var xmlEscaped: String {
        unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control || (0xFFFE...0xFFFF) ~= scalar.value:
                break
            case _: result.unicodeScalars.append(scalar)
            }
        }
    }
}
