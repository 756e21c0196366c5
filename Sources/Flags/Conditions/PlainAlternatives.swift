import Core

/// Reduces alternative conjunctions to as few as possible.
enum PlainAlternatives {
    static let tooMany = ConditionFault(
        0..<0,
        "получилось бы больше \(Limits.flagAlternativesMax) условий: упростите",
        "this would become over \(Limits.flagAlternativesMax) conditions: make it simpler"
    )

    /// Merges alternatives that differ only in one list; alternatives that never hold are dropped.
    static func merged(_ alternatives: [[ConditionTest]]) throws(ConditionFault) -> [[ConditionTest]] {
        var result: [[ConditionTest]] = []
        for alternative in alternatives {
            let tests = alternative.reduce(into: [ConditionTest]()) { tests, test in
                if !tests.contains(test), test != .constant(true) { tests.append(test) }
            }
            if tests.contains(.constant(false)) { continue }
            let conjunction = tests.isEmpty ? [.constant(true)] : tests
            guard conjunction.count <= Limits.flagClausesMax else {
                let max = Limits.flagClausesMax
                throw ConditionFault(
                    0..<0,
                    "в одном выражении получилось бы больше \(max) условий",
                    "one expression would have over \(max) clauses"
                )
            }
            let place = result.indices.first { both(result[$0], conjunction) != nil }
            if let place, let both = both(result[place], conjunction) {
                result[place] = both
            } else {
                result.append(conjunction)
            }
        }
        guard result.count <= Limits.flagAlternativesMax else { throw tooMany }
        return result.isEmpty ? [[.constant(false)]] : result
    }

    /// One conjunction for the two; nil if there is none.
    private static func both(_ left: [ConditionTest], _ right: [ConditionTest]) -> [ConditionTest]? {
        let different = left.indices.filter { !right.contains(left[$0]) }
        let added = right.filter { !left.contains($0) }
        // The one with fewer tests holds whenever the other does.
        if different.isEmpty { return left }
        if added.isEmpty { return right }
        guard different.count == 1, added.count == 1, let place = different.first, let other = added.first,
            let test = left[place].or(other)
        else { return nil }
        var both = left
        both[place] = test
        return both
    }
}

extension ConditionTest {
    /// One clause for the disjunction; nil if there is none.
    fileprivate func or(_ other: ConditionTest) -> ConditionTest? {
        switch (self, other) {
        case (.keyword(let left), .keyword(let right)):
            guard left.input == right.input, left.input != .platform, !left.isNegated, !right.isNegated else {
                return nil
            }
            let targets = Self.union(left.targets, right.targets)
            let max = left.input == .instanceID ? Limits.flagInstallationsMax : Limits.flagTargetsMax
            return targets.count <= max ? .keyword(KeywordTest(left.input, targets)) : nil
        case (.text(let input, let left), .text(let otherInput, let right)):
            guard input == otherInput, left.method == right.method, left.method != .notContains else {
                return nil
            }
            let targets = Self.union(left.targets, right.targets)
            let isSignal = if case .signal = input { true } else { false }
            guard targets.count <= (isSignal ? Limits.flagSignalTargetsMax : Limits.flagTargetsMax),
                case .success(let test) = TextTest.make(left.method, targets)
            else { return nil }
            return .text(input, test)
        case (.groups(let input, .inAtLeastOne, let left), .groups(let otherInput, .inAtLeastOne, let right)):
            let targets = Self.union(left, right)
            guard input == otherInput, targets.count <= Limits.flagTargetsMax else { return nil }
            return .groups(input, .inAtLeastOne, targets)
        case _: return nil
        }
    }

    private static func union(_ left: [String], _ right: [String]) -> [String] {
        left + right.filter { !left.contains($0) }
    }

    /// Alternatives that hold if this test does not, for inputs that are present.
    func negated() throws(ConditionFault) -> [[ConditionTest]] {
        switch self {
        case .constant(let value): return [[.constant(!value)]]
        case .version(let input, let order, let version, let written):
            return [[.version(input, order.negated, version, written: written)]]
        case .number(let input, let order, let number, let written):
            return [[.number(input, order.negated, number, written: written)]]
        case .groups(let input, let comparison, let targets):
            return [[.groups(input, comparison.negated, targets)]]
        case .percent(let percent): return percent.negated.map { [.percent($0)] }
        case .keyword(let test) where test.input.canNegate:
            guard !test.isNegated else { return [[.keyword(KeywordTest(test.input, test.targets))]] }
            return [test.targets.map { .keyword(KeywordTest(test.input, [$0], isNegated: true)) }]
        case .text(let input, let test) where test.method == .contains:
            return [[.text(input, TextTest(.notContains, test.targets))]]
        case .text(let input, let test) where test.method == .notContains:
            return [[.text(input, TextTest(.contains, test.targets))]]
        case .moment(let test):
            return [
                [
                    .moment(
                        MomentTest(
                            input: test.input,
                            order: test.order.negated,
                            moment: test.moment,
                            local: test.local,
                            zone: test.zone
                        )
                    )
                ]
            ]
        case .keyword, .text, .unknown:
            throw ConditionFault(
                0..<0,
                "у «\(text)» нет обратного оператора",
                "there is no negative form of \(text)"
            )
        }
    }
}

extension FlagPercent {
    fileprivate var negated: [FlagPercent] {
        switch comparison {
        case .lessOrEqual(let bound): [FlagPercent(seed: seed, .greater(bound))]
        case .greater(let bound): [FlagPercent(seed: seed, .lessOrEqual(bound))]
        case .between(let lower, let upper):
            [FlagPercent(seed: seed, .lessOrEqual(lower)), FlagPercent(seed: seed, .greater(upper))]
        }
    }
}
