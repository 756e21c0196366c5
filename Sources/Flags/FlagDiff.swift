import Core

/// The difference in one parameter, condition or group, or in the order of conditions.
package struct FlagChange: Sendable, Hashable {
    package enum Subject: String, Sendable, CaseIterable {
        case parameter, condition, group
        /// The order of the conditions; it has no name.
        case order
    }

    package enum Kind: String, Sendable {
        case added, removed, changed
    }

    /// The part that has changed.
    package enum Part: Sendable, Hashable {
        /// The default, or the value under a condition.
        case value(under: String?)
        case type, description, group, expression, color, order
        /// A member of the metadata, by its name there.
        case note(String)
        /// A member that only other tools support.
        case other(String)
    }

    package struct Line: Sendable, Hashable {
        package let part: Part
        /// Nil if it did not exist.
        package let before: JSON?
        package let after: JSON?
    }

    package let subject: Subject
    package let name: String
    package let kind: Kind
    package let lines: [Line]

    package var json: JSON {
        [
            "subject": .string(subject.rawValue), "name": .string(name), "kind": .string(kind.rawValue),
            "lines": .array(lines.map(\.json)),
        ]
    }
}

extension FlagChange.Line {
    fileprivate var json: JSON {
        var members: [String: JSON] = ["part": .string(part.name)]
        if case .value(let condition?) = part { members["condition"] = .string(condition) }
        if let before { members["before"] = before }
        if let after { members["after"] = after }
        return .object(members)
    }
}

extension FlagChange.Part {
    /// The name in the API; `note.title`.
    package var name: String {
        switch self {
        case .value: "value"
        case .type: "type"
        case .description: "description"
        case .group: "group"
        case .expression: "expression"
        case .color: "color"
        case .order: "order"
        case .note(let member): "note.\(member)"
        case .other(let member): member
        }
    }

    fileprivate init(_ name: String, under condition: String?) {
        let parts: [FlagChange.Part] = [
            .value(under: condition), .type, .description, .group, .expression, .color, .order,
        ]
        let note = "note."
        self =
            parts.first { $0.name == name }
            ?? (name.hasPrefix(note) ? .note(String(name.dropFirst(note.count))) : .other(name))
    }

    /// The order of the parts for people: values first, because they matter most.
    fileprivate var rank: Int {
        switch self {
        case .value(nil): 0
        case .value: 1
        case .expression: 2
        case .type: 3
        case .group: 4
        case .description: 5
        case .color: 6
        case .order: 7
        case .note: 8
        case .other: 9
        }
    }
}

/// The differences between two templates.
package enum FlagDiff {
    /// Conditions first in their order, then parameters and groups by name.
    package static func changes(from before: AnnotatedTemplate, to after: AnnotatedTemplate) -> [FlagChange] {
        conditions(before, after)
            + compare(
                .parameter,
                before.template.parameters.keys,
                after.template.parameters.keys,
                before.parts(ofParameter:),
                after.parts(ofParameter:)
            )
            + compare(
                .group,
                before.template.groups.keys,
                after.template.groups.keys,
                before.parts(ofGroup:),
                after.parts(ofGroup:)
            )
    }

    private static func conditions(_ before: AnnotatedTemplate, _ after: AnnotatedTemplate) -> [FlagChange] {
        let names = (
            before: before.template.conditions.map(\.name), after: after.template.conditions.map(\.name)
        )
        let known = (before: Set(names.before), after: Set(names.after))
        let all = names.after + names.before.filter { !known.after.contains($0) }
        let (old, new) = (before.conditionsByName, after.conditionsByName)
        var changes = all.compactMap { name in
            change(
                .condition,
                name,
                old[name].map { before.parts(of: $0) },
                new[name].map { after.parts(of: $0) }
            )
        }
        let kept = (
            before: names.before.filter { known.after.contains($0) },
            after: names.after.filter { known.before.contains($0) }
        )
        if kept.before != kept.after {
            let line = FlagChange.Line(
                part: .order,
                before: .array(names.before.map { .string($0) }),
                after: .array(names.after.map { .string($0) })
            )
            changes.append(FlagChange(subject: .order, name: "", kind: .changed, lines: [line]))
        }
        return changes
    }

    private static func compare(
        _ subject: FlagChange.Subject,
        _ before: some Collection<String>,
        _ after: some Collection<String>,
        _ old: (String) -> FlagParts?,
        _ new: (String) -> FlagParts?
    ) -> [FlagChange] {
        Set(before).union(after).sorted().compactMap { change(subject, $0, old($0), new($0)) }
    }

    private static func change(
        _ subject: FlagChange.Subject,
        _ name: String,
        _ before: FlagParts?,
        _ after: FlagParts?
    ) -> FlagChange? {
        guard before != after else { return nil }
        let parts = Set((before ?? [:]).keys).union((after ?? [:]).keys)
        let lines = parts.filter { before?[$0] != after?[$0] }
            .sorted { ($0.rank, $0.name, $0.condition) < ($1.rank, $1.name, $1.condition) }
            .map { FlagChange.Line(part: $0, before: before?[$0], after: after?[$0]) }
        return FlagChange(
            subject: subject,
            name: name,
            kind: before == nil ? .added : after == nil ? .removed : .changed,
            lines: lines
        )
    }
}

extension FlagChange.Part {
    fileprivate var condition: String {
        guard case .value(let condition) = self else { return "" }
        return condition ?? ""
    }
}

/// A subject by its parts, each as JSON; the basis of merges and diffs.
typealias FlagParts = [FlagChange.Part: JSON]

extension AnnotatedTemplate {
    var conditionsByName: [String: FlagCondition] {
        Dictionary(template.conditions.map { ($0.name, $0) }) { first, _ in first }
    }

    func parts(ofParameter key: String) -> FlagParts? {
        guard let parameter = template.parameters[key] else { return nil }
        var parts: FlagParts = [.type: .string(parameter.type.rawValue)]
        parts[.value(under: nil)] = parameter.value?.json
        for (name, value) in parameter.conditional { parts[.value(under: name)] = value.json }
        parts[.description] = parameter.description.flatMap { $0.isEmpty ? nil : .string($0) }
        parts[.group] = parameter.group.map { .string($0) }
        for (name, json) in parameter.rest { parts[.other(name)] = json }
        for (name, json) in notes.parameters[key]?.json.object ?? [:] { parts[.note(name)] = json }
        return parts
    }

    func parts(of condition: FlagCondition) -> FlagParts {
        var parts: FlagParts = [.expression: .string(condition.expression)]
        parts[.color] = condition.color.map { .string($0) }
        parts[.description] = condition.description.flatMap { $0.isEmpty ? nil : .string($0) }
        for (name, json) in condition.rest { parts[.other(name)] = json }
        for (name, json) in notes.conditions[condition.name]?.json.object ?? [:] { parts[.note(name)] = json }
        return parts
    }

    func parts(ofGroup name: String) -> FlagParts? {
        guard let group = template.groups[name] else { return nil }
        var parts: FlagParts = [:]
        parts[.description] = group.description.flatMap { $0.isEmpty ? nil : .string($0) }
        for (name, json) in group.rest { parts[.other(name)] = json }
        return parts
    }
}

extension FlagChange.Subject: JSONReadable {}
extension FlagChange.Kind: JSONReadable {}

extension FlagChange: JSONReadable {
    package init(json: JSON) throws(Fault) {
        subject = try json.get("subject")
        name = try json.get("name")
        kind = try json.get("kind")
        lines = try json.get("lines")
    }
}

extension FlagChange.Line: JSONReadable {
    package init(json: JSON) throws(Fault) {
        part = FlagChange.Part(try json.get("part"), under: try json.get("condition"))
        // A member that is null is a value, unlike a missing one.
        (before, after) = (json["before"], json["after"])
    }
}
