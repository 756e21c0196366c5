import Core
import Storage

/// A context prepared for many comparisons.
struct FlagInputs: Sendable {
    let context: FlagContext
    let platform: FlagContext.Platform?
    private let country: String?
    private let language: String?
    private let appVersion: VersionNumber?
    private let appBuild: VersionNumber?

    init(_ context: FlagContext) {
        self.context = context
        platform = context.effectivePlatform
        country = context.country.map(Self.fold)
        language = context.language.map(Self.fold)
        appVersion = context.appVersion.flatMap { VersionNumber($0) }
        appBuild = context.appBuild.flatMap { VersionNumber($0) }
    }

    /// Lower case, with `_` as `-` (R49).
    static func fold(_ text: String) -> String {
        String(
            decoding: text.utf8.map { byte in
                switch byte {
                case 65...90: byte + 32
                case UInt8(ascii: "_"): UInt8(ascii: "-")
                case _: byte
                }
            },
            as: UTF8.self
        )
    }

    subscript(input: TextInput) -> String? {
        switch input {
        case .appVersion: context.appVersion
        case .appBuild: context.appBuild
        // Only web apps have a browser, whatever others report.
        case .operatingSystem: platform ?? .web == .web ? context.operatingSystem : nil
        case .browser: platform ?? .web == .web ? context.browser : nil
        case .userProperty(let key): context.userProperties[key]
        case .signal(let key): context.signals[key]
        }
    }

    func version(_ input: TextInput) -> VersionNumber? {
        switch input {
        case .appVersion: appVersion
        case .appBuild: appBuild
        case .operatingSystem, .browser, .userProperty, .signal: self[input].flatMap { VersionNumber($0) }
        }
    }

    /// The folded input, for comparison.
    subscript(input: KeywordInput) -> String? {
        switch input {
        case .appID: context.appID
        case .platform: platform?.rawValue
        case .country: country
        case .language: language
        case .instanceID: context.instanceID
        }
    }

    /// The input as received.
    func written(_ input: KeywordInput) -> String? {
        switch input {
        case .country: context.country
        case .language: context.language
        case .appID, .platform, .instanceID: self[input]
        }
    }

    subscript(input: MomentTest.Input) -> Timestamp? {
        switch input {
        case .now: context.now
        case .firstOpen: context.firstOpen
        }
    }

    subscript(input: GroupInput) -> Set<String>? {
        switch input {
        case .audiences: context.audiences
        case .segments: context.segments
        }
    }
}

extension ConditionTest {
    /// False if the input is missing or cannot be compared, also for a negated test (R55).
    func holds(in inputs: FlagInputs) -> Bool {
        switch self {
        case .constant(let value): return value
        case .keyword(let test):
            guard let word = inputs[test.input], !word.isEmpty else { return false }
            return test.names(word) != test.isNegated
        case .text(let input, let test):
            guard let text = inputs[input] else { return false }
            return test.holds(text)
        case .version(let input, let order, let target, _):
            guard let version = inputs.version(input) else { return false }
            return order.holds(version, target)
        case .number(let input, let order, let target, _):
            guard let text = inputs[input], let number = Double(flag: text) else { return false }
            return order.holds(number, target)
        case .moment(let test):
            guard let moment = inputs[test.input] else { return false }
            return test.order.holds(moment, test.moment)
        case .percent(let percent):
            guard let id = inputs.context.instanceID, !id.isEmpty else { return false }
            return percent.holds(for: id)
        case .groups(let input, let comparison, let targets):
            guard let groups = inputs[input] else { return false }
            return comparison.holds(targets, in: groups)
        case .unknown: return false
        }
    }

    /// The constant result, if there is one.
    var isConstant: Bool? {
        switch self {
        case .constant(let value): value
        case .percent(let percent): percent.isConstant
        case .unknown: false
        case .keyword, .text, .version, .number, .moment, .groups: nil
        }
    }
}
