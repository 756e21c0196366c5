import Core
import Storage

/// The comparison of one clause.
///
/// Indirect, so that it is passed as a reference: a version alone has 64 bytes.
indirect enum ConditionTest: Sendable, Hashable {
    case constant(Bool)
    case keyword(KeywordTest)
    case text(TextInput, TextTest)
    case version(TextInput, Order, VersionNumber, written: String)
    case number(TextInput, Order, Double, written: String)
    case moment(MomentTest)
    case percent(FlagPercent)
    case groups(GroupInput, GroupOperator, [String])
    /// An unknown operator of the parsed form; never true.
    case unknown(JSON)
}

extension ConditionTest {
    /// The states of its patterns.
    var states: Int { if case .text(_, let test) = self { test.states } else { 0 } }
}

enum Order: String, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .equal: left == right
        case .notEqual: left != right
        }
    }

    var negated: Order {
        switch self {
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        case .equal: .notEqual
        case .notEqual: .equal
        }
    }
}

/// Inputs with arbitrary text.
enum TextInput: Sendable, Hashable {
    case appVersion, appBuild, operatingSystem, browser
    case userProperty(String)
    case signal(String)
}

/// A comparison of a text with several targets.
struct TextTest: Sendable, Hashable {
    enum Method: String, Sendable, CaseIterable {
        case exactlyMatches, contains, notContains, matches
    }

    let method: Method
    let targets: [String]
    let trimmed: [String]
    private let patterns: [LinearRegex]

    init(_ method: Method, _ targets: [String], patterns: [LinearRegex] = []) {
        self.method = method
        self.targets = targets
        self.patterns = patterns
        trimmed = method == .exactlyMatches ? targets.map { String(Substring($0.utf8.trimmed)) } : []
    }

    /// The states of all patterns.
    var states: Int { patterns.reduce(0) { $0 + $1.states } }

    /// If a pattern is invalid, or all of them have more states than are left, the fault contains its index among the
    /// targets.
    static func make(
        _ method: Method,
        _ targets: [String],
        statesLeft: Int = Limits.flagExpressionStatesMax
    ) -> Result<TextTest, TargetFault> {
        guard method == .matches else { return .success(TextTest(method, targets)) }
        var (patterns, left) = ([LinearRegex](), statesLeft)
        for (index, target) in targets.enumerated() {
            do throws(ConditionFault) {
                let pattern = try LinearRegex(target, statesLeft: left)
                left -= pattern.states
                patterns.append(pattern)
            } catch {
                return .failure(TargetFault(index: index, fault: error))
            }
        }
        return .success(TextTest(method, targets, patterns: patterns))
    }

    struct TargetFault: Error {
        let index: Int
        let fault: ConditionFault
    }

    func holds(_ text: String) -> Bool {
        switch method {
        case .exactlyMatches:
            let text = text.utf8.trimmed
            return trimmed.contains { $0.utf8.elementsEqual(text) }
        case .contains: return targets.contains { text.utf8.holds($0.utf8) }
        case .notContains: return !targets.isEmpty && !targets.contains { text.utf8.holds($0.utf8) }
        case .matches: return patterns.contains { $0.isFound(in: text) }
        }
    }
}

/// Inputs with one of a few keywords.
enum KeywordInput: String, Sendable, CaseIterable {
    case appID = "app.id"
    case platform = "device.os"
    case country = "device.country"
    case language = "device.language"
    case instanceID = "app.firebaseInstallationId"

    /// `device.country` has only `in`, which has no negation (remote-config.md section 5).
    var canNegate: Bool { self == .appID || self == .platform }
}

/// A test that an input is one of several keywords.
struct KeywordTest: Sendable, Hashable {
    let input: KeywordInput
    let targets: [String]
    let isNegated: Bool
    /// The targets, folded for comparison.
    let folded: [String]

    init(_ input: KeywordInput, _ targets: [String], isNegated: Bool = false) {
        (self.input, self.targets, self.isNegated) = (input, targets, isNegated)
        folded = input == .country || input == .language ? targets.map(FlagInputs.fold) : targets
    }

    /// True if a folded word is one of the targets.
    func names(_ word: String) -> Bool {
        folded.contains { Self.covers($0, word, input) }
    }

    /// A language covers all its regions: `ru` is `ru-RU` too (R49, RFC 4647 §3.3.1).
    static func covers(_ target: String, _ word: String, _ input: KeywordInput) -> Bool {
        guard word.utf8.starts(with: target.utf8) else { return false }
        let rest = word.utf8.dropFirst(target.utf8.count)
        return rest.isEmpty || input == .language && rest.first == UInt8(ascii: "-")
    }
}

/// A test that a moment is before or after another one.
struct MomentTest: Sendable, Hashable {
    enum Input: String, Sendable {
        case now = "dateTime"
        case firstOpen = "app.firstOpenTimestamp"
    }

    let input: Input
    let order: Order
    let moment: Timestamp
    /// The local time as written, with the zone if there is one.
    let local: String
    let zone: String?
}

enum GroupInput: String, Sendable, CaseIterable {
    case audiences = "app.audiences"
    case segments = "app.importedSegments"
}

enum GroupOperator: String, Sendable, CaseIterable {
    case inAtLeastOne, notInAtLeastOne, inAll, notInAll

    var negated: GroupOperator {
        switch self {
        case .inAtLeastOne: .notInAtLeastOne
        case .notInAtLeastOne: .inAtLeastOne
        case .inAll: .notInAll
        case .notInAll: .inAll
        }
    }

    func holds(_ targets: [String], in groups: Set<String>) -> Bool {
        switch self {
        case .inAtLeastOne: targets.contains { groups.contains($0) }
        case .notInAtLeastOne: !targets.contains { groups.contains($0) }
        case .inAll: targets.allSatisfy { groups.contains($0) }
        case .notInAll: !targets.allSatisfy { groups.contains($0) }
        }
    }
}
