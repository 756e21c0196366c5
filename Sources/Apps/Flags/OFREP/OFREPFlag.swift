import Core
import Flags
import Web

/// One evaluated flag in the format of OFREP (remote-config.md 6.12).
struct OFREPFlag: Sendable {
    private let outcome: FlagOutcome
    private let template: LiveTemplate
    private let version: Int64

    init(_ outcome: FlagOutcome, _ answer: FlagAnswer) {
        self.outcome = outcome
        template = answer.template
        version = answer.version
    }

    /// Throws if OFREP cannot represent its value.
    ///
    /// In a list it has no version of its own: a publication must not alter flags that it has not changed for
    /// this client.
    func write(to writer: inout JSONWriter, isListed: Bool) throws(OFREPFault) {
        let value = try value
        writer.object { writer in
            writer.member("key", outcome.key)
            writer.member("reason", reason)
            writer.member("variant", outcome.condition ?? "default")
            switch value {
            case .none: break
            case .written(let text)?: writer.member("value", json: Array(text.utf8))
            case .json(let json)?: writer.member("value", json)
            }
            writer.key("metadata")
            writer.object { writer in
                if let condition = outcome.condition { writer.member("condition", condition) }
                if !isListed { writer.member("version", version) }
            }
        }
    }

    /// Writes a failed flag of a list.
    static func write(_ fault: OFREPFault, key: String, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("key", key)
            writer.member("errorCode", fault.code.rawValue)
            writer.member("errorDetails", fault.details)
        }
    }

    private var reason: String {
        if note?.isOff == true { return "DISABLED" }
        guard outcome.condition != nil else { return "STATIC" }
        return outcome.isSplit ? "SPLIT" : "TARGETING_MATCH"
    }

    private var note: FlagMetadata? { template.sheet.notes.parameters[outcome.key] }

    private enum Value {
        case json(JSON)
        /// JSON that keeps its digits, such as 2.0.
        case written(String)
    }

    /// Nil if the app uses its in-app default (R88).
    private var value: Value? {
        get throws(OFREPFault) {
            guard let text = outcome.value?.text else { return nil }
            switch outcome.type {
            case .string: return .json(.string(text))
            case .boolean: return .json(.bool(text.lowercased() == "true"))
            case .number:
                guard let number = FlagNumber.json(text, isWhole: isWhole) else { throw Self.unfit }
                return .written(number)
            case .json:
                guard let json = try? JSON(parsing: text) else { throw Self.unfit }
                return json == .null ? nil : .written(text)
            }
        }
    }

    private static let unfit = OFREPFault(.general, "The value of the flag has no place in OFREP.")

    /// True according to the metadata; without metadata, if all values of the flag are integers.
    private var isWhole: Bool {
        if case .number(let range)? = note?.kind { return range.isWhole }
        guard let parameter = template.sheet.template.parameters[outcome.key] else { return false }
        let texts = ([parameter.value] + parameter.conditional.values.map(Optional.some)).compactMap {
            $0?.text
        }
        return texts.allSatisfy(FlagNumber.isWhole)
    }
}
