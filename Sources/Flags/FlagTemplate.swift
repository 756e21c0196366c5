import Core

/// Remote flags of one app: parameters with their values, and the conditions under which each value holds.
///
/// It is the template of Firebase Remote Config (remote-config.md 4.1), versioned as a whole. Unknown members are kept
/// (remote-config.md 6.16), so that a template passes through unchanged.
package struct FlagTemplate: Sendable, Hashable {
    /// In order of priority, the highest first.
    package var conditions: [FlagCondition] = []
    /// By key; clients see them without their groups.
    package var parameters: [String: FlagParameter] = [:]
    /// Descriptions by name.
    package var groups: [String: FlagGroup] = [:]
    var rest: [String: JSON] = [:]

    package init() {}

    /// Throws every fault of its form; `faults(_:)` finds the others.
    package static func parsing(_ json: JSON) throws(FlagFaults) -> FlagTemplate {
        var reader = FlagTemplateReader()
        let template = reader.template(json)
        guard reader.faults.isEmpty else { throw FlagFaults(reader.faults) }
        return template
    }

    /// Parses a single parameter.
    package static func parameter(_ json: JSON, group: String?) throws(FlagFaults) -> FlagParameter {
        var reader = FlagTemplateReader()
        let parameter = reader.parameter(json, "#/parameter", group)
        guard reader.faults.isEmpty else { throw FlagFaults(reader.faults) }
        return parameter
    }

    init(
        conditions: [FlagCondition],
        parameters: [String: FlagParameter],
        groups: [String: FlagGroup],
        rest: [String: JSON]
    ) {
        (self.conditions, self.parameters, self.groups, self.rest) = (conditions, parameters, groups, rest)
    }

    /// Always with `conditions`, `parameters` and `parameterGroups` (R10).
    package var json: JSON {
        var members = rest
        members["conditions"] = .array(conditions.map(\.json))
        members["parameters"] = .object(parameters.filter { $0.value.group == nil }.mapValues(\.json))
        members["parameterGroups"] = .object(
            Dictionary(
                uniqueKeysWithValues: groups.map { name, group in
                    (name, group.json(with: parameters.filter { $0.value.group == name }))
                }
            )
        )
        return .object(members)
    }
}

/// A condition under which values hold.
package struct FlagCondition: Sendable, Hashable {
    package var name: String
    package var expression: String
    /// One of `colors`; nil if the console picks one.
    package var color: String?
    package var description: String?
    var rest: [String: JSON] = [:]

    package init(name: String, expression: String, color: String? = nil, description: String? = nil) {
        self.name = name
        self.expression = expression
        self.color = color
        self.description = description
    }

    /// `tagColor` (R42).
    package static let colors = [
        "BLUE", "BROWN", "CYAN", "DEEP_ORANGE", "GREEN", "INDIGO", "LIME", "ORANGE", "PINK", "PURPLE", "TEAL",
    ]
    static let noColor = "CONDITION_DISPLAY_COLOR_UNSPECIFIED"

    package var json: JSON {
        var members = rest
        members["name"] = .string(name)
        members["expression"] = .string(expression)
        if let color { members["tagColor"] = .string(color) }
        if let description, !description.isEmpty { members["description"] = .string(description) }
        return .object(members)
    }
}

/// One flag.
package struct FlagParameter: Sendable, Hashable {
    package enum ValueType: String, Sendable, CaseIterable {
        case string = "STRING"
        case boolean = "BOOLEAN"
        case number = "NUMBER"
        case json = "JSON"

        static let unspecified = "PARAMETER_VALUE_TYPE_UNSPECIFIED"
    }

    /// The value if no condition with a value holds; nil leaves the parameter out.
    package var value: FlagValue?
    /// By the names of conditions.
    package var conditional: [String: FlagValue] = [:]
    package var type = ValueType.string
    package var description: String?
    /// The name of its group.
    package var group: String?
    var rest: [String: JSON] = [:]

    package init(_ value: FlagValue?, type: ValueType = .string) {
        self.value = value
        self.type = type
    }

    package var json: JSON {
        var members = rest
        if let value { members["defaultValue"] = value.json }
        if !conditional.isEmpty { members["conditionalValues"] = .object(conditional.mapValues(\.json)) }
        if let description, !description.isEmpty { members["description"] = .string(description) }
        members["valueType"] = .string(type.rawValue)
        return .object(members)
    }
}

/// Parameters that are shown together.
package struct FlagGroup: Sendable, Hashable {
    package var description: String?
    var rest: [String: JSON] = [:]

    package init(description: String? = nil) {
        self.description = description
    }

    func json(with parameters: [String: FlagParameter]) -> JSON {
        var members = rest
        if let description, !description.isEmpty { members["description"] = .string(description) }
        members["parameters"] = .object(parameters.mapValues(\.json))
        return .object(members)
    }
}

/// All faults of a template; never empty.
package struct FlagFaults: ProblemConvertible, Hashable {
    package let all: [FlagFault]

    init(_ all: [FlagFault]) {
        self.all = all
    }

    package var problem: Problem { .invalid(all.map(\.fault)) }
}
