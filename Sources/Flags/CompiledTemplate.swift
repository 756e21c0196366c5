import Core

/// A template whose expressions are parsed once for each version.
///
/// An expression that cannot be parsed is false. It is a reference, so that a fetch copies none of it.
package final class CompiledTemplate: Sendable {
    package let template: FlagTemplate
    /// In order of priority.
    private let conditions: [Condition]
    /// The condition of each of them, in the form that is evaluated.
    private let nodes: [ConditionNode]
    /// Sorted by key.
    private let flags: [Flag]
    private let places: [String: Int]
    /// The indices of flags with prerequisites, each after its own prerequisites.
    private let dependents: [Int]
    private let kept = KeptOutcomes()
    /// The number of conditions, of the states of their patterns, and of values, to which the cost of an evaluation is
    /// proportional.
    package let size: Int

    private struct Condition {
        let name: String
        let expression: Result<ConditionExpression, ConditionFault>
        let usesPercent: Bool

        init(_ condition: FlagCondition) {
            name = condition.name
            do throws(ConditionFault) {
                let read = try ConditionExpression(parsing: condition.expression)
                expression = .success(read)
                usesPercent = read.usesPercent
            } catch {
                expression = .failure(error)
                usesPercent = false
            }
        }

        /// The states of its patterns.
        var states: Int { (try? expression.get())?.states ?? 0 }

        /// False if the expression cannot be parsed.
        var node: ConditionNode {
            switch expression {
            case .success(let expression): expression.node.simplified
            case .failure: .any([])
            }
        }
    }

    private struct Flag {
        let key: String
        let type: FlagParameter.ValueType
        /// With the indices of their conditions, in order of priority, including managed values.
        let candidates: [(condition: Int, value: FlagValue)]
        let value: FlagValue?
        /// The prerequisites for another value; nil if they can never be met.
        let needs: [Need]?

        /// The outcome if no condition holds, or a prerequisite is not met.
        var standard: FlagOutcome {
            FlagOutcome(key: key, value: value, condition: nil, isSplit: false, type: type)
        }
    }

    /// A prerequisite: a value that another flag must have (R99).
    private struct Need {
        let key: String
        let text: String
    }

    package init(_ sheet: AnnotatedTemplate) {
        let template = sheet.served
        self.template = template
        let notes = sheet.notes.parameters.filter { !$0.value.requires.isEmpty }
        let order = FlagPrerequisites(notes).order
        let circular = Set(notes.keys).subtracting(order)
        conditions = template.conditions.map { Condition($0) }
        nodes = conditions.map(\.node)
        let indices = Dictionary(
            conditions.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        flags = template.parameters.sorted { $0.key < $1.key }.map { key, parameter in
            let candidates = parameter.conditional.compactMap { name, value in
                indices[name].map { (condition: $0, value: value) }
            }
            return Flag(
                key: key,
                type: parameter.type,
                candidates: candidates.sorted { $0.condition < $1.condition },
                value: parameter.value.flatMap { $0.isManaged ? nil : $0 },
                needs: circular.contains(key)
                    ? nil : notes[key]?.requires.map { Need(key: $0.key, text: $0.value) } ?? []
            )
        }
        let places = Dictionary(
            flags.enumerated().map { ($0.element.key, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        self.places = places
        dependents = (circular + order).compactMap { places[$0] }
        size =
            conditions.reduce(0) { $0 + 1 + $1.states } + flags.reduce(0) { $0 + 1 + $1.candidates.count }
    }

    /// Evaluates every flag.
    package func evaluate(_ context: FlagContext) -> FlagOutcomes {
        let verdicts = verdicts(context)
        return kept.outcomes(verdicts) { outcomes(verdicts) }
    }

    package func outcome(of key: String, _ context: FlagContext) -> FlagOutcome? {
        places[key].map { evaluate(context).all[$0] }
    }

    /// True for each condition that holds.
    private func verdicts(_ context: FlagContext) -> [Bool] {
        let inputs = FlagInputs(context)
        return nodes.map { $0.holds(in: inputs) }
    }

    /// The outcomes by the conditions; a flag with an unmet prerequisite has its default (R99).
    private func outcomes(_ verdicts: [Bool]) -> [FlagOutcome] {
        var outcomes = flags.map { outcome($0, verdicts) }
        for place in dependents where isBound(flags[place], outcomes) {
            outcomes[place] = flags[place].standard
        }
        return outcomes
    }

    private func isBound(_ flag: Flag, _ outcomes: [FlagOutcome]) -> Bool {
        flag.needs?.allSatisfy { isMet($0, outcomes) } != true
    }

    private func isMet(_ need: Need, _ outcomes: [FlagOutcome]) -> Bool {
        guard let place = places[need.key], let text = outcomes[place].value?.text else { return false }
        return flags[place].type.isSame(text, need.text)
    }

    /// The first value whose condition holds (R59); values that Google's services decide are skipped.
    private func outcome(_ flag: Flag, _ verdicts: [Bool]) -> FlagOutcome {
        for candidate in flag.candidates where !candidate.value.isManaged && verdicts[candidate.condition] {
            let condition = conditions[candidate.condition]
            return FlagOutcome(
                key: flag.key,
                value: candidate.value,
                condition: condition.name,
                isSplit: condition.usesPercent,
                type: flag.type
            )
        }
        return flag.standard
    }
}

extension FlagValue {
    var isManaged: Bool {
        if case .managed = kind { true } else { false }
    }
}

// MARK: Explanations

extension CompiledTemplate {
    package func explain(_ context: FlagContext) -> FlagExplanation {
        let verdicts = verdicts(context)
        let outcomes = outcomes(verdicts)
        return FlagExplanation(
            conditions: conditions.indices.map { index in
                let (clauses, fault) =
                    switch conditions[index].expression {
                    case .success(let expression): (expression.clauses(in: context), nil as ConditionFault?)
                    case .failure(let fault): ([], fault)
                    }
                return FlagExplanation.Condition(
                    name: conditions[index].name,
                    expression: template.conditions[index].expression,
                    holds: verdicts[index],
                    clauses: clauses,
                    fault: fault
                )
            },
            parameters: flags.indices.map { explain(flags[$0], outcomes[$0], outcomes, verdicts) }
        )
    }

    private func explain(
        _ flag: Flag,
        _ outcome: FlagOutcome,
        _ outcomes: [FlagOutcome],
        _ verdicts: [Bool]
    ) -> FlagExplanation.Parameter {
        let unmet = isBound(flag, outcomes) ? flag.needs?.first { !isMet($0, outcomes) } : nil
        let chosen = flag.candidates.first { outcome.condition == conditions[$0.condition].name }
        var passedOver: [FlagExplanation.Candidate] = []
        for candidate in flag.candidates where candidate.condition != chosen?.condition {
            let name = conditions[candidate.condition].name
            let isLater = chosen.map { $0.condition < candidate.condition } ?? false
            passedOver.append(
                FlagExplanation.Candidate(
                    condition: name,
                    value: candidate.value,
                    why: why(
                        candidate.value,
                        isLater: isLater,
                        holds: verdicts[candidate.condition],
                        outcome,
                        unmet
                    )
                )
            )
        }
        if outcome.condition != nil, let value = flag.value {
            let why = Localized("Есть верное условие.", "A condition holds.")
            passedOver.append(FlagExplanation.Candidate(condition: nil, value: value, why: why))
        }
        let held = unmet != nil && flag.candidates.contains { verdicts[$0.condition] }
        return FlagExplanation.Parameter(
            outcome: outcome,
            why: held ? Self.unmetWhy : why(outcome),
            passedOver: passedOver
        )
    }

    private func why(
        _ value: FlagValue,
        isLater: Bool,
        holds: Bool,
        _ outcome: FlagOutcome,
        _ unmet: Need?
    ) -> Localized {
        if value.isManaged {
            return Localized(
                "Этим значением распоряжаются службы Google.",
                "Google's services decide on this value."
            )
        }
        if isLater, let name = outcome.condition {
            return Localized(
                "Условие «\(name)» стоит выше.",
                "The condition \u{201C}\(name)\u{201D} comes first."
            )
        }
        if holds, let unmet {
            return Localized(
                "Условие верно, но нужно, чтобы «\(unmet.key)» было \(unmet.text).",
                "The condition holds, but \(unmet.key) would have to be \(unmet.text)."
            )
        }
        return holds
            ? Localized("Условие верно.", "The condition holds.")
            : Localized("Условие неверно.", "The condition does not hold.")
    }

    private static let unmetWhy = Localized(
        "Другой флаг не такой, какой нужен: значение по умолчанию.",
        "Another flag is not what it would have to be: the default value."
    )

    private func why(_ outcome: FlagOutcome) -> Localized {
        let inApp = outcome.value?.kind == .inAppDefault
        if let name = outcome.condition {
            return inApp
                ? Localized(
                    "Условие «\(name)» верно: приложение берёт встроенное значение.",
                    "The condition \u{201C}\(name)\u{201D} holds: the app uses its own value."
                )
                : Localized("Условие «\(name)» верно.", "The condition \u{201C}\(name)\u{201D} holds.")
        }
        if outcome.value == nil {
            return Localized(
                "Ни одно условие не верно, а значения по умолчанию нет.",
                "No condition holds, and there is no default value."
            )
        }
        return inApp
            ? Localized(
                "Ни одно условие не верно: приложение берёт встроенное значение.",
                "No condition holds: the app uses its own value."
            )
            : Localized(
                "Ни одно условие не верно: значение по умолчанию.",
                "No condition holds: the default value."
            )
    }
}
