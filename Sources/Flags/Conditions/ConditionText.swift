import Core

/// Writes clauses in the canonical form of the grammar.
enum ConditionText {
    /// Escapes only what would be parsed otherwise, so that patterns stay readable.
    static func quoted(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        result.append("'")
        for (index, scalar) in scalars.enumerated() {
            if scalar == "'" {
                result.append("\\")
            } else if scalar == "\\" {
                let next = index + 1 < scalars.count ? scalars[index + 1] : nil
                if next == nil || next == "'" || next == "\"" || next == "\\" { result.append("\\") }
            }
            result.append(scalar)
        }
        result.append("'")
        return String(result)
    }

    static func list(_ texts: [String]) -> String {
        "[\(texts.map(quoted).joined(separator: ", "))]"
    }
}

extension ConditionTest {
    var text: String {
        switch self {
        case .constant(let value): "\(value)"
        case .keyword(let test): test.text
        case .text(let input, let test):
            "\(input.text).\(test.method.rawValue)(\(ConditionText.list(test.targets)))"
        case .version(.signal(let key), let order, _, let written):
            "version(\(TextInput.signal(key).text)) \(order.rawValue) \(ConditionText.quoted(written))"
        case .version(let input, let order, _, let written):
            "\(input.text).\(order.rawValue)(\(ConditionText.list([written])))"
        case .number(let input, let order, _, let written): "\(input.text) \(order.rawValue) \(written)"
        case .moment(let test): test.text
        case .percent(let percent): percent.text
        case .groups(let input, let comparison, let targets):
            "\(input.rawValue).\(comparison.rawValue)(\(ConditionText.list(targets)))"
        case .unknown(let json): json.text
        }
    }

    /// The input in the words of the grammar; nil if there is none.
    var inputText: String? {
        switch self {
        case .constant, .unknown: nil
        case .keyword(let test): test.input.rawValue
        case .text(let input, _), .version(let input, _, _, _), .number(let input, _, _, _): input.text
        case .moment(let test): test.input.rawValue
        case .percent: "percent"
        case .groups(let input, _, _): input.rawValue
        }
    }
}

extension TextInput {
    fileprivate var text: String {
        switch self {
        case .appVersion: "app.version"
        case .appBuild: "app.build"
        case .operatingSystem: "app.operatingSystemAndVersion"
        case .browser: "app.browserAndVersion"
        case .userProperty(let key): "app.userProperty[\(ConditionText.quoted(key))]"
        case .signal(let key): "app.customSignal[\(ConditionText.quoted(key))]"
        }
    }
}

extension KeywordTest {
    fileprivate var text: String {
        guard input.canNegate, targets.count == 1, let target = targets.first else {
            return "\(input.rawValue) in \(ConditionText.list(targets))"
        }
        return "\(input.rawValue) \(isNegated ? "!=" : "==") \(ConditionText.quoted(target))"
    }
}

extension MomentTest {
    fileprivate var text: String {
        let arguments = ([local] + (zone.map { [$0] } ?? [])).map(ConditionText.quoted).joined(
            separator: ", "
        )
        return switch input {
        case .now: "dateTime \(order.rawValue) dateTime(\(arguments))"
        case .firstOpen: "app.firstOpenTimestamp \(order.rawValue) (\(arguments))"
        }
    }
}
