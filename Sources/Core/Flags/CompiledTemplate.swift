/// A template whose expressions are read once for each version.
///
/// An expression that cannot be read is false.
package struct CompiledTemplate: Sendable {
    package let template: FlagTemplate
    /// In the order of their priority.
    private let conditions: [Condition]
    /// Sorted by key.
    private let flags: [Flag]
    private let places: [String: Int]

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
    }

    private struct Flag {
        let key: String
        let type: FlagParameter.ValueType
        /// With the indices of their conditions, in the order of their priority; managed values among them.
        let candidates: [(condition: Int, value: FlagValue)]
        let value: FlagValue?
    }

    package init(_ template: FlagTemplate) {
        self.template = template
        conditions = template.conditions.map { Condition($0) }
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
                value: parameter.value.flatMap { $0.isManaged ? nil : $0 }
            )
        }
        places = Dictionary(
            flags.enumerated().map { ($0.element.key, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Every flag, sorted by key.
    package func evaluate(_ context: FlagContext) -> [FlagOutcome] {
        var verdicts = Verdicts(conditions.count, FlagInputs(context))
        return flags.map { outcome($0, &verdicts) }
    }

    package func outcome(of key: String, _ context: FlagContext) -> FlagOutcome? {
        guard let place = places[key] else { return nil }
        var verdicts = Verdicts(conditions.count, FlagInputs(context))
        return outcome(flags[place], &verdicts)
    }

    /// The first value whose condition holds (R59); what Google's services would decide is passed over.
    private func outcome(_ flag: Flag, _ verdicts: inout Verdicts) -> FlagOutcome {
        for candidate in flag.candidates
        where !candidate.value.isManaged && holds(candidate.condition, &verdicts) {
            let condition = conditions[candidate.condition]
            return FlagOutcome(
                key: flag.key,
                value: candidate.value,
                condition: condition.name,
                isSplit: condition.usesPercent,
                type: flag.type
            )
        }
        return FlagOutcome(key: flag.key, value: flag.value, condition: nil, isSplit: false, type: flag.type)
    }

    /// What is known of the conditions already; each is evaluated when it is first needed.
    private struct Verdicts {
        let inputs: FlagInputs
        var known: [Bool?]

        init(_ count: Int, _ inputs: FlagInputs) {
            self.inputs = inputs
            known = Array(repeating: nil, count: count)
        }
    }

    private func holds(_ index: Int, _ verdicts: inout Verdicts) -> Bool {
        if let known = verdicts.known[index] { return known }
        let holds =
            switch conditions[index].expression {
            case .success(let expression): expression.holds(in: verdicts.inputs)
            case .failure: false
            }
        verdicts.known[index] = holds
        return holds
    }
}

extension FlagValue {
    var isManaged: Bool {
        if case .managed = kind { true } else { false }
    }
}

// MARK: Explaining

extension CompiledTemplate {
    package func explain(_ context: FlagContext) -> FlagExplanation {
        var verdicts = Verdicts(conditions.count, FlagInputs(context))
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
                    holds: holds(index, &verdicts),
                    clauses: clauses,
                    fault: fault
                )
            },
            parameters: flags.map { explain($0, &verdicts) }
        )
    }

    private func explain(_ flag: Flag, _ verdicts: inout Verdicts) -> FlagExplanation.Parameter {
        let outcome = outcome(flag, &verdicts)
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
                        holds: holds(candidate.condition, &verdicts),
                        outcome
                    )
                )
            )
        }
        if outcome.condition != nil, let value = flag.value {
            let why = Localized("Есть верное условие.", "A condition holds.")
            passedOver.append(FlagExplanation.Candidate(condition: nil, value: value, why: why))
        }
        return FlagExplanation.Parameter(outcome: outcome, why: why(outcome), passedOver: passedOver)
    }

    private func why(_ value: FlagValue, isLater: Bool, holds: Bool, _ outcome: FlagOutcome) -> Localized {
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
        return holds
            ? Localized("Условие верно.", "The condition holds.")
            : Localized("Условие неверно.", "The condition does not hold.")
    }

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
