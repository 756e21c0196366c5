import Core
import FoundationEssentials

extension FlagParameter.ValueType {
    /// The reason for which apps could not parse the text as this type; nil if they can (R37).
    package func refusal(of text: String) -> Localized? {
        switch self {
        case .string: return nil
        case .boolean:
            guard ["true", "false"].contains(text.lowercased()) else {
                return Localized("должно быть true или false", "must be true or false")
            }
        case .number:
            guard Self.isNumber(text) else {
                return Localized(
                    "должно быть числом: 5, 0.35, -1",
                    "must be a number such as 5, 0.35 or -1"
                )
            }
        case .json:
            do {
                _ = try JSON(parsing: Array(text.utf8))
            } catch {
                return Localized("должно быть верным JSON", "must be valid JSON")
            }
        }
        return nil
    }

    /// True if apps parse both texts to the same value: `TRUE` is `true`, and `1.0` is `1`.
    func isSame(_ text: String, _ other: String) -> Bool {
        switch self {
        case .string, .json: text == other
        case .boolean: text.lowercased() == other.lowercased()
        case .number:
            text == other || Decimal(flag: text).map { $0 == Decimal(flag: other) } ?? false
        }
    }

    /// True for a number in Firebase's syntax: `^-?(\d*\.)?\d+$`.
    private static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2 ~= parts.count) && parts.last?.isEmpty == false
            && parts.allSatisfy { $0.allSatisfy { 48...57 ~= $0 } }
    }
}

extension FlagMetadata {
    /// The reason for which the text is not allowed; nil if it is, or if its type refuses it already.
    func refusal(of text: String) -> Localized? {
        switch kind {
        case .plain, .languages: nil
        case .number(let range):
            Decimal(flag: text).flatMap { range.refusal(of: $0) }
        case .choice(let options):
            options.contains { $0.value == text }
                ? nil
                : Localized(
                    "должно быть одним из: \(options.map(\.value).joined(separator: ", "))",
                    "must be one of \(options.map(\.value).joined(separator: ", "))"
                )
        case .schema(let schema):
            (try? JSON(parsing: Array(text.utf8))).flatMap { JSONSchema(schema).refusal(of: $0) }
        }
    }
}

extension Decimal {
    /// Parses a number of a template; the point is its decimal sign everywhere.
    init?(flag text: String) {
        self.init(string: text)
    }
}

extension FlagValue {
    /// Every text that an app may receive.
    var texts: [String] {
        switch kind {
        case .text(let text): [text]
        case .inAppDefault, .managed(.personalization, _): []
        case .managed(.rollout, let json): [json["value"]?.string].compactMap(\.self)
        case .managed(.experiment, let json):
            json["variantValue"]?.array?.compactMap { $0["value"]?.string } ?? []
        }
    }
}

extension FlagTemplate {
    /// Every value, with its parameter.
    var values: [(key: String, value: FlagValue)] {
        parameters.flatMap { key, parameter in
            ([parameter.value].compactMap(\.self) + parameter.conditional.values).map { (key, $0) }
        }
    }

    /// The pointer to the parameter: `#/parameters/key`, or within its group.
    package func pointer(to key: String) -> String {
        let name = key.pointerPart
        guard let group = parameters[key]?.group else { return "#/parameters/\(name)" }
        return "#/parameterGroups/\(group.pointerPart)/parameters/\(name)"
    }
}
