import Core

/// Finds all faults of a template, in the same way for every channel (remote-config.md 6.17).
///
/// It refuses what Firebase refuses (remote-config.md section 5), and values that the metadata does not allow (R101).
package struct FlagCheck {
    private let template: FlagTemplate
    private let notes: [String: FlagMetadata]
    /// True for the namespace `firebase-server`, whose conditions have percent and signals only (R60).
    private let isForServer: Bool
    private let conditionNames: Set<String>
    private var faults: [FlagFault] = []
    /// The room for the automata of all patterns.
    private var statesLeft = Limits.flagTemplateStatesMax

    package init(_ template: FlagTemplate, notes: [String: FlagMetadata] = [:], isForServer: Bool = false) {
        self.template = template
        self.notes = notes
        self.isForServer = isForServer
        conditionNames = Set(template.conditions.map(\.name))
    }

    /// Empty if the template may be published.
    package static func faults(
        of template: FlagTemplate,
        notes: [String: FlagMetadata] = [:],
        isForServer: Bool = false
    ) -> [FlagFault] {
        var check = FlagCheck(template, notes: notes, isForServer: isForServer)
        check.sizes()
        check.conditions()
        check.groups()
        for (key, parameter) in template.parameters.sorted(by: { $0.key < $1.key }) {
            check.parameter(key, parameter)
        }
        return check.faults
    }

    // MARK: Sizes

    private mutating func sizes() {
        if template.parameters.count > Limits.flagParametersMax { faults.append(.tooManyParameters) }
        refuse("#/conditions", over: Limits.flagConditionsMax, template.conditions.count)
        refuse("#/parameterGroups", over: Limits.flagGroupsMax, template.groups.count)
        let length = template.values.reduce(0) { $0 + ($1.value.text?.unicodeScalars.count ?? 0) }
        if length > Limits.flagValuesLengthMax {
            add(
                .tooMany,
                "#/parameters",
                "в сумме больше \(Limits.flagValuesLengthMax) знаков",
                "hold over \(Limits.flagValuesLengthMax) characters in all"
            )
        }
    }

    private mutating func refuse(_ pointer: String, over max: Int, _ count: Int) {
        if count > max { add(.tooMany, pointer, "не больше \(max)", "must not have over \(max) members") }
    }

    // MARK: Conditions and groups

    private mutating func conditions() {
        var names: Set<String> = []
        for (index, condition) in template.conditions.enumerated() {
            let pointer = "#/conditions/\(index)"
            if !Self.isConditionName(condition.name) {
                add(
                    .condition,
                    "\(pointer)/name",
                    "от 1 до \(Limits.flagConditionNameLengthMax) латинских букв, цифр и знаков «-_ '!%.»",
                    "must be 1 to \(Limits.flagConditionNameLengthMax) Latin letters, digits and signs of -_ '!%."
                )
            } else if !names.insert(condition.name).inserted {
                add(
                    .condition,
                    "\(pointer)/name",
                    "уже есть у другого условия",
                    "is the name of another condition"
                )
            }
            if let color = condition.color, !FlagCondition.colors.contains(color) {
                add(.condition, "\(pointer)/tagColor", "нет такого цвета", "is not a color of conditions")
            }
            description(condition.description, pointer)
            expression(condition.expression, "\(pointer)/expression")
        }
    }

    private mutating func expression(_ text: String, _ pointer: String) {
        do throws(ConditionFault) {
            let expression = try ConditionExpression(parsing: text, statesLeft: &statesLeft)
            if isForServer, !expression.isForServer {
                add(
                    .expression,
                    pointer,
                    "на сервере возможны только percent и app.customSignal",
                    "can only have percent and app.customSignal on a server"
                )
            }
        } catch {
            faults.append(FlagFault(.expression, pointer, error.detail, range: error.range))
        }
    }

    private mutating func groups() {
        for (name, group) in template.groups.sorted(by: { $0.key < $1.key }) {
            let pointer = "#/parameterGroups/\(name.pointerPart)"
            if !(1...Limits.flagDescriptionLengthMax ~= name.unicodeScalars.count) {
                add(
                    .group,
                    pointer,
                    "название: от 1 до \(Limits.flagDescriptionLengthMax) знаков",
                    "must have a name of 1 to \(Limits.flagDescriptionLengthMax) characters"
                )
            }
            if template.parameters[name] != nil {
                add(.group, pointer, "называется как параметр", "has the name of a parameter")
            }
            description(group.description, pointer)
        }
    }

    private mutating func description(_ text: String?, _ pointer: String) {
        guard let text, text.unicodeScalars.count > Limits.flagDescriptionLengthMax else { return }
        add(
            .description,
            "\(pointer)/description",
            "не длиннее \(Limits.flagDescriptionLengthMax) знаков",
            "must not be longer than \(Limits.flagDescriptionLengthMax) characters"
        )
    }

    // MARK: Parameters

    private mutating func parameter(_ key: String, _ parameter: FlagParameter) {
        let pointer = template.pointer(to: key)
        if !Self.isKey(key) {
            faults.append(FlagFault(.key, pointer, Self.noKey))
        }
        description(parameter.description, pointer)
        if case .managed? = parameter.value?.kind {
            add(
                .defaultValue,
                "\(pointer)/defaultValue",
                "может быть только value или useInAppDefault",
                "can only be value or useInAppDefault"
            )
        }
        let unknown = parameter.conditional.keys.filter { !conditionNames.contains($0) }.sorted()
        if !unknown.isEmpty {
            faults.append(.unknownConditions(unknown, at: "\(pointer)/conditionalValues"))
        }
        if let value = parameter.value { self.value(value, key, parameter, "\(pointer)/defaultValue") }
        for (name, value) in parameter.conditional.sorted(by: { $0.key < $1.key }) {
            self.value(
                value,
                key,
                parameter,
                "\(pointer)/conditionalValues/\(name.pointerPart)"
            )
        }
    }

    private mutating func value(
        _ value: FlagValue,
        _ key: String,
        _ parameter: FlagParameter,
        _ pointer: String
    ) {
        if case .managed(.rollout, let json) = value.kind, !(1...100 ~= json["percent"]?.integer ?? 1) {
            add(.rolloutPercentage, pointer, "доля от 1 до 100", "must be 1 to 100 percent")
        }
        for text in value.texts {
            if let refusal = parameter.type.refusal(of: text) ?? notes[key]?.refusal(of: text) {
                faults.append(FlagFault(.typeMismatch, pointer, refusal))
                return
            }
        }
    }

    private mutating func add(_ reason: FlagFault.Reason, _ pointer: String, _ ru: String, _ en: String) {
        faults.append(FlagFault(reason, pointer, Localized(ru, en)))
    }

    // MARK: Names

    private static func isConditionName(_ name: String) -> Bool {
        let signs = Set("-_ '!%.".utf8)
        return 1...Limits.flagConditionNameLengthMax ~= name.utf8.count
            && name.utf8.allSatisfy { $0.isLetterOrDigit || signs.contains($0) }
            && name.utf8.first != 32 && name.utf8.last != 32
    }

    /// True for `^[a-zA-Z_][0-9a-zA-Z_]*$`, except properties that every JavaScript object has.
    package static func isKey(_ key: String) -> Bool {
        guard let first = key.utf8.first, key.utf8.count <= Limits.flagKeyLengthMax else { return false }
        return key.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
            && !(48...57 ~= first) && !prototypeWords.contains(key)
    }

    static let noKey = Localized(
        "не может быть ключом: латинские буквы, цифры и «_», не с цифры, не слово самого JavaScript",
        "is not a key: Latin letters, digits and _, not a digit at first, no word of JavaScript's own"
    )

    private static let prototypeWords: Set = [
        "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
        "toString", "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__",
        "__lookupSetter__", "__proto__",
    ]
}
