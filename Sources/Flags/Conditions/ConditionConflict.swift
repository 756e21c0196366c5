import Core
import Storage

/// Finds clauses of one conjunction that contradict one another.
enum ConditionConflict {
    /// True if no client can pass all of the tests: `device.os == 'ios' && device.os == 'web'`.
    static func exists(among tests: [ConditionTest]) -> Bool {
        hasNoWord(tests) || hasNoText(tests) || hasNoValue(tests)
    }

    // MARK: Keywords

    /// True also if an input exists only on the web, and the platform is another one.
    private static func hasNoWord(_ tests: [ConditionTest]) -> Bool {
        var allowed: [KeywordInput: [String]] = [.platform: FlagContext.Platform.allCases.map(\.rawValue)]
        for case .keyword(let test) in tests where !test.isNegated {
            allowed[test.input] = allowed[test.input].map { common($0, test) } ?? test.folded
        }
        for case .keyword(let test) in tests where test.isNegated {
            allowed[test.input]?.removeAll { test.names($0) }
        }
        if allowed.values.contains(where: \.isEmpty) { return true }
        return allowed[.platform]?.contains(FlagContext.Platform.web.rawValue) == false
            && tests.contains { test in
                if case .text(let input, _) = test {
                    input == .operatingSystem || input == .browser
                } else {
                    false
                }
            }
    }

    /// Of a language and one of its regions the region remains.
    private static func common(_ words: [String], _ test: KeywordTest) -> [String] {
        words.filter { test.names($0) }
            + test.folded.filter { target in
                words.contains { $0 != target && KeywordTest.covers($0, target, test.input) }
            }
    }

    private static func hasNoText(_ tests: [ConditionTest]) -> Bool {
        var allowed: [TextInput: Set<String>] = [:]
        for case .text(let input, let test) in tests where test.method == .exactlyMatches {
            let left = allowed[input]?.intersection(test.trimmed) ?? Set(test.trimmed)
            if left.isEmpty { return true }
            allowed[input] = left
        }
        return false
    }

    // MARK: Ranges

    private static func hasNoValue(_ tests: [ConditionTest]) -> Bool {
        var versions: [TextInput: ValueRange<VersionNumber>] = [:]
        var numbers: [TextInput: ValueRange<Double>] = [:]
        var moments: [MomentTest.Input: ValueRange<Timestamp>] = [:]
        var shares: [String: ValueRange<Int64>] = [:]
        for test in tests {
            switch test {
            case .version(let input, let order, let target, _):
                versions[input, default: ValueRange()].narrow(order, target)
            case .number(let input, let order, let target, _):
                numbers[input, default: ValueRange()].narrow(order, target)
            case .moment(let test): moments[test.input, default: ValueRange()].narrow(test.order, test.moment)
            case .percent(let percent): shares[percent.seed, default: ValueRange()].narrow(percent.comparison)
            case .constant, .keyword, .text, .groups, .unknown: break
            }
        }
        return versions.values.contains(where: \.isEmpty) || numbers.values.contains(where: \.isEmpty)
            || moments.values.contains(where: \.isEmpty) || shares.values.contains(where: \.isEmpty)
    }
}

/// The values that satisfy several comparisons.
private struct ValueRange<Value: Comparable> {
    private var lower: (value: Value, isOpen: Bool)?
    private var upper: (value: Value, isOpen: Bool)?
    private var excluded: [Value] = []

    mutating func narrow(_ order: Order, _ value: Value) {
        switch order {
        case .less, .lessOrEqual: lowerUpper(value, isOpen: order == .less)
        case .greater, .greaterOrEqual: raiseLower(value, isOpen: order == .greater)
        case .equal:
            lowerUpper(value, isOpen: false)
            raiseLower(value, isOpen: false)
        case .notEqual: excluded.append(value)
        }
    }

    private mutating func lowerUpper(_ value: Value, isOpen: Bool) {
        if let upper, upper.value < value || upper.value == value && upper.isOpen { return }
        upper = (value, isOpen)
    }

    private mutating func raiseLower(_ value: Value, isOpen: Bool) {
        if let lower, lower.value > value || lower.value == value && lower.isOpen { return }
        lower = (value, isOpen)
    }

    var isEmpty: Bool {
        guard let lower, let upper, lower.value >= upper.value else { return false }
        return lower.value > upper.value || lower.isOpen || upper.isOpen || excluded.contains(lower.value)
    }
}

extension ValueRange<Int64> {
    fileprivate mutating func narrow(_ comparison: FlagPercent.Operator) {
        switch comparison {
        case .lessOrEqual(let bound): narrow(.lessOrEqual, bound)
        case .greater(let bound): narrow(.greater, bound)
        case .between(let lower, let upper):
            narrow(.greater, lower)
            narrow(.lessOrEqual, upper)
        }
    }
}
