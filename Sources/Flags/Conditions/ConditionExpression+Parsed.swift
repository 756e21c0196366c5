import Core

// The format of server templates, which Admin SDKs evaluate themselves (remote-config.md 4.2).
extension ConditionExpression {
    /// Always a disjunction of conjunctions of atoms (R61).
    ///
    /// An input that is not available to a server makes its atom false, like a clause without its input.
    package var parsed: JSON {
        let alternatives: [ConditionNode] = if case .any(let nodes) = node { nodes } else { [node] }
        return [
            "orCondition": [
                "conditions": .array(
                    alternatives.map {
                        ["andCondition": ["conditions": .array($0.clauses.map(\.test.parsed))]]
                    }
                )
            ]
        ]
    }

    /// Throws if the form is not valid at all; an unknown operator is false, as for Admin SDKs.
    package init(parsed json: JSON) throws(ConditionFault) {
        var statesLeft = Limits.flagExpressionStatesMax
        self.init(try ConditionNode(parsed: json, level: 0, &statesLeft))
    }
}

extension ConditionNode {
    /// A level of `and` or `or` counts twice; nodes that are too deep are false.
    fileprivate init(parsed json: JSON, level: Int, _ statesLeft: inout Int) throws(ConditionFault) {
        guard let members = json.object else {
            throw .form("условие должно быть объектом", "a condition is an object")
        }
        guard level < Limits.flagConditionDepthMax else {
            self = .clause(ConditionClause(.constant(false)))
            return
        }
        if let or = members["orCondition"] {
            self = .any(try Self.nodes(or, level: level + 2, &statesLeft))
        } else if let and = members["andCondition"] {
            self = .all(try Self.nodes(and, level: level + 2, &statesLeft))
        } else {
            let test = try ConditionTest(parsed: members, json, statesLeft: statesLeft)
            statesLeft -= test.states
            self = .clause(ConditionClause(test))
        }
    }

    private static func nodes(
        _ json: JSON,
        level: Int,
        _ statesLeft: inout Int
    ) throws(ConditionFault) -> [ConditionNode] {
        guard let members = json.object else {
            throw .form("условие должно быть объектом", "a condition is an object")
        }
        guard let conditions = members["conditions"] else { return [] }
        guard let elements = conditions.array else {
            throw .form("условия должны быть списком", "conditions are an array")
        }
        var nodes: [ConditionNode] = []
        for element in elements {
            nodes.append(try ConditionNode(parsed: element, level: level, &statesLeft))
        }
        return nodes
    }
}

extension ConditionFault {
    fileprivate static func form(_ ru: String, _ en: String) -> ConditionFault {
        ConditionFault(0..<0, ru, en)
    }
}

// MARK: Atoms

extension ConditionTest {
    fileprivate init(
        parsed members: [String: JSON],
        _ json: JSON,
        statesLeft: Int
    ) throws(ConditionFault) {
        if members["true"] != nil {
            self = .constant(true)
        } else if members["false"] != nil {
            self = .constant(false)
        } else if let percent = members["percent"] {
            self = FlagPercent(parsed: percent).map { .percent($0) } ?? .unknown(json)
        } else if let signal = members["customSignal"] {
            self = try Self.signal(signal, statesLeft) ?? .unknown(json)
        } else {
            self = .unknown(json)
        }
    }

    private static func signal(_ json: JSON, _ statesLeft: Int) throws(ConditionFault) -> ConditionTest? {
        let targets = json["targetCustomSignalValues"]?.strings ?? []
        guard let name = json["customSignalOperator"]?.string, let key = json["customSignalKey"]?.string,
            !key.isEmpty,
            let first = targets.first
        else { return nil }
        guard targets.count <= Limits.flagSignalTargetsMax else {
            let max = Limits.flagSignalTargetsMax
            throw .form("в списке не больше \(max) значений", "a list has at most \(max) values")
        }
        let input = TextInput.signal(key)
        if let method = TextTest.Method.allCases.first(where: { $0.parsedName == name }) {
            switch TextTest.make(method, targets, statesLeft: statesLeft) {
            case .success(let test): return .text(input, test)
            case .failure(let failure): throw .form(failure.fault.detail.ru, failure.fault.detail.en)
            }
        }
        guard targets.count == 1 else { return nil }
        if let order = Order.allCases.first(where: { "NUMERIC_\($0.parsedName)" == name }) {
            return Double(flag: first).map { .number(input, order, $0, written: first) }
        }
        if let order = Order.allCases.first(where: { "SEMANTIC_VERSION_\($0.parsedName)" == name }) {
            return VersionNumber(first).map { .version(input, order, $0, written: first) }
        }
        return nil
    }

    fileprivate var parsed: JSON {
        switch self {
        case .constant(let value): return value ? ["true": [:]] : ["false": [:]]
        case .percent(let percent): return percent.parsed
        case .text(.signal(let key), let test):
            return Self.signal(test.method.parsedName, key, test.targets)
        case .number(.signal(let key), let order, _, let written):
            return Self.signal("NUMERIC_\(order.parsedName)", key, [written])
        case .version(.signal(let key), let order, _, let written):
            return Self.signal("SEMANTIC_VERSION_\(order.parsedName)", key, [written])
        case .unknown(let json): return json
        case .keyword, .text, .version, .number, .moment, .groups: return ["false": [:]]
        }
    }

    private static func signal(_ name: String, _ key: String, _ targets: [String]) -> JSON {
        [
            "customSignal": [
                "customSignalOperator": .string(name),
                "customSignalKey": .string(key),
                "targetCustomSignalValues": .array(targets.map { .string($0) }),
            ]
        ]
    }
}

extension FlagPercent {
    /// Nil if the operator is unknown; missing numbers are 0.
    fileprivate init?(parsed json: JSON) {
        func number(_ json: JSON?) -> Int64 { json?.integer ?? json?.string.flatMap { Int64($0) } ?? 0 }
        let bound = number(json["microPercent"])
        let range = json["microPercentRange"]
        let comparison: Operator? =
            switch json["percentOperator"]?.string {
            case "LESS_OR_EQUAL": .lessOrEqual(bound)
            case "GREATER_THAN": .greater(bound)
            case "BETWEEN":
                .between(number(range?["microPercentLowerBound"]), number(range?["microPercentUpperBound"]))
            case _: nil
            }
        guard let comparison else { return nil }
        self.init(seed: json["seed"]?.string ?? "", comparison)
    }

    fileprivate var parsed: JSON {
        var members: [String: JSON] = [:]
        if !seed.isEmpty { members["seed"] = .string(seed) }
        switch comparison {
        case .lessOrEqual(let bound):
            members["percentOperator"] = "LESS_OR_EQUAL"
            members["microPercent"] = .integer(bound)
        case .greater(let bound):
            members["percentOperator"] = "GREATER_THAN"
            members["microPercent"] = .integer(bound)
        case .between(let lower, let upper):
            members["percentOperator"] = "BETWEEN"
            members["microPercentRange"] = [
                "microPercentLowerBound": .integer(lower), "microPercentUpperBound": .integer(upper),
            ]
        }
        return ["percent": .object(members)]
    }
}

extension TextTest.Method {
    fileprivate var parsedName: String {
        switch self {
        case .exactlyMatches: "STRING_EXACTLY_MATCHES"
        case .contains: "STRING_CONTAINS"
        case .notContains: "STRING_DOES_NOT_CONTAIN"
        case .matches: "STRING_CONTAINS_REGEX"
        }
    }
}

extension Order {
    fileprivate var parsedName: String {
        switch self {
        case .less: "LESS_THAN"
        case .lessOrEqual: "LESS_EQUAL"
        case .greater: "GREATER_THAN"
        case .greaterOrEqual: "GREATER_EQUAL"
        case .equal: "EQUAL"
        case .notEqual: "NOT_EQUAL"
        }
    }
}
