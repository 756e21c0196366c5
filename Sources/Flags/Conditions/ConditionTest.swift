import Core
import Storage

/// What one clause compares with what.
enum ConditionTest: Sendable, Hashable {
    case constant(Bool)
    case keyword(KeywordTest)
    case text(TextInput, TextTest)
    case version(TextInput, Order, VersionNumber, written: String)
    case number(TextInput, Order, Double, written: String)
    case moment(MomentTest)
    case percent(FlagPercent)
    case groups(GroupInput, GroupOperator, [String])
    /// An operator of the parsed form that nobody knows; never true.
    case unknown(JSON)
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

/// Inputs that are texts of any kind.
enum TextInput: Sendable, Hashable {
    case appVersion, appBuild, operatingSystem, browser
    case userProperty(String)
    case signal(String)
}

/// Whether a text is or holds one of several.
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

    /// Where a pattern is faulty, its index among the targets comes with the fault.
    static func make(_ method: Method, _ targets: [String]) -> Result<TextTest, TargetFault> {
        guard method == .matches else { return .success(TextTest(method, targets)) }
        var patterns: [LinearRegex] = []
        for (index, target) in targets.enumerated() {
            do throws(ConditionFault) {
                patterns.append(try LinearRegex(target))
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

/// Inputs of which each is one of a few words.
enum KeywordInput: String, Sendable, CaseIterable {
    case appID = "app.id"
    case platform = "device.os"
    case country = "device.country"
    case language = "device.language"
    case instanceID = "app.firebaseInstallationId"

    /// `device.country` has only `in`, for which there is no negative (remote-config.md section 5).
    var canNegate: Bool { self == .appID || self == .platform }
}

/// Whether an input is one of some words.
struct KeywordTest: Sendable, Hashable {
    let input: KeywordInput
    let targets: [String]
    let isNegated: Bool
    /// As they are compared.
    let folded: [String]

    init(_ input: KeywordInput, _ targets: [String], isNegated: Bool = false) {
        (self.input, self.targets, self.isNegated) = (input, targets, isNegated)
        folded = input == .country || input == .language ? targets.map(FlagInputs.fold) : targets
    }

    /// Whether a word, as it is compared, is one of the targets.
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

/// Whether it is before or after a moment.
struct MomentTest: Sendable, Hashable {
    enum Input: String, Sendable {
        case now = "dateTime"
        case firstOpen = "app.firstOpenTimestamp"
    }

    let input: Input
    let order: Order
    let moment: Timestamp
    /// As it was written: local time, and the zone where there is one.
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
