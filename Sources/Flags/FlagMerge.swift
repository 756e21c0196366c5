import Core

/// A conflict between two changes of the same subject.
package struct FlagClash: Sendable, Hashable {
    package let subject: FlagChange.Subject
    package let name: String
    /// The conflicting parts; empty if one side has changed what the other has removed.
    package let parts: [FlagChange.Part]

    package var json: JSON {
        [
            "subject": .string(subject.rawValue), "name": .string(name),
            "parts": .array(parts.map { .string($0.name) }),
        ]
    }
}

/// Merges the changes of two templates that were made from a third one.
package enum FlagMerge {
    /// The side that is preferred in a conflict.
    package enum Side: String, Sendable, CaseIterable {
        case mine, theirs
    }

    /// If there are conflicts and no side is preferred, the conflicting parts are those of `theirs`.
    package static func merge(
        base: AnnotatedTemplate,
        mine: AnnotatedTemplate,
        theirs: AnnotatedTemplate,
        preferring side: Side? = nil
    ) -> (sheet: AnnotatedTemplate, clashes: [FlagClash]) {
        var merger = FlagMerger(base: base, mine: mine, theirs: theirs, side: side)
        merger.run()
        return (merger.result.tidied, merger.clashes)
    }
}

private struct FlagMerger {
    let base: AnnotatedTemplate
    let mine: AnnotatedTemplate
    let theirs: AnnotatedTemplate
    let side: FlagMerge.Side?
    var result: AnnotatedTemplate
    var clashes: [FlagClash] = []

    init(base: AnnotatedTemplate, mine: AnnotatedTemplate, theirs: AnnotatedTemplate, side: FlagMerge.Side?) {
        (self.base, self.mine, self.theirs, self.side) = (base, mine, theirs, side)
        result = theirs
    }

    mutating func run() {
        // Members that only one side has changed are taken from that side.
        if mine.template.rest != base.template.rest { result.template.rest = mine.template.rest }
        conditions()
        parameters()
        groups()
    }

    // MARK: Conditions

    private mutating func conditions() {
        let (old, my, their) = (base.conditionsByName, mine.conditionsByName, theirs.conditionsByName)
        let names = Set(old.keys).union(my.keys).union(their.keys).sorted()
        var merged: [String: (FlagCondition, FlagConditionNote?)] = [:]
        for name in names {
            let parts = merge(
                .condition,
                name,
                old[name].map(base.parts(of:)),
                my[name].map(mine.parts(of:)),
                their[name].map(theirs.parts(of:))
            )
            guard let parts else { continue }
            var condition = FlagCondition(name: name, expression: parts[.expression]?.string ?? "")
            condition.color = parts[.color]?.string
            condition.description = parts[.description]?.string
            condition.rest = parts.others
            let note = parts.note.flatMap { try? FlagConditionNote(json: $0) }
            merged[name] = (condition, note)
        }
        let order = order(of: Set(merged.keys))
        result.template.conditions = order.compactMap { merged[$0]?.0 }
        result.notes.conditions = merged.compactMapValues(\.1)
    }

    /// The order of `theirs`, unless only `mine` has changed it; others are inserted after their predecessor.
    private mutating func order(of names: Set<String>) -> [String] {
        let (old, my, their) = (
            base.template.conditions.map(\.name), mine.template.conditions.map(\.name),
            theirs.template.conditions.map(\.name)
        )
        let common = Set(old).intersection(my).intersection(their)
        let (oldCommon, myCommon, theirCommon) = (
            old.filter(common.contains), my.filter(common.contains), their.filter(common.contains)
        )
        var isMine = myCommon != oldCommon
        if isMine, theirCommon != oldCommon, myCommon != theirCommon {
            if side == nil { clashes.append(FlagClash(subject: .order, name: "", parts: [.order])) }
            isMine = side == .mine
        }
        let (first, second) = isMine ? (my, their) : (their, my)
        var order = first.filter(names.contains)
        var known = Set(order)
        for (index, name) in second.enumerated() where names.contains(name) && !known.contains(name) {
            let before = second[..<index].last(where: known.contains)
            let place = before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            order.insert(name, at: place)
            known.insert(name)
        }
        return order
    }

    // MARK: Parameters and groups

    private mutating func parameters() {
        let keys = Set(base.template.parameters.keys).union(mine.template.parameters.keys)
            .union(theirs.template.parameters.keys)
        for key in keys.sorted() {
            let parts = merge(
                .parameter,
                key,
                base.parts(ofParameter: key),
                mine.parts(ofParameter: key),
                theirs.parts(ofParameter: key)
            )
            result.template.parameters[key] = parts.map(FlagParameter.init(parts:))
            result.notes.parameters[key] = parts?.note.flatMap { try? FlagMetadata(json: $0) }
        }
    }

    private mutating func groups() {
        let names = Set(base.template.groups.keys).union(mine.template.groups.keys)
            .union(theirs.template.groups.keys)
        for name in names.sorted() {
            let parts = merge(
                .group,
                name,
                base.parts(ofGroup: name),
                mine.parts(ofGroup: name),
                theirs.parts(ofGroup: name)
            )
            let isNeeded = result.template.parameters.values.contains { $0.group == name }
            guard parts != nil || isNeeded else {
                result.template.groups[name] = nil
                continue
            }
            var group = FlagGroup(description: parts?[.description]?.string)
            group.rest = parts?.others ?? [:]
            result.template.groups[name] = group
        }
    }

    // MARK: Parts

    private mutating func merge(
        _ subject: FlagChange.Subject,
        _ name: String,
        _ old: FlagParts?,
        _ my: FlagParts?,
        _ their: FlagParts?
    ) -> FlagParts? {
        if my == old || my == their { return their }
        if their == old { return my }
        guard let my, let their else {
            if side == nil { clashes.append(FlagClash(subject: subject, name: name, parts: [])) }
            return side == .mine ? my : their
        }
        var merged: FlagParts = [:]
        var parts: [FlagChange.Part] = []
        for part in Set(my.keys).union(their.keys).union((old ?? [:]).keys) {
            let (before, mine, theirs) = (old?[part], my[part], their[part])
            if mine == before || mine == theirs {
                merged[part] = theirs
            } else if theirs == before {
                merged[part] = mine
            } else {
                parts.append(part)
                merged[part] = side == .mine ? mine : theirs
            }
        }
        if side == nil, !parts.isEmpty {
            parts.sort { $0.name < $1.name }
            clashes.append(FlagClash(subject: subject, name: name, parts: parts))
        }
        return merged
    }
}

extension FlagParts {
    fileprivate var others: [String: JSON] {
        reduce(into: [:]) { others, part in
            if case .other(let name) = part.key { others[name] = part.value }
        }
    }

    /// The whole metadata; nil if it is empty.
    fileprivate var note: JSON? {
        let members: [String: JSON] = reduce(into: [:]) { members, part in
            if case .note(let name) = part.key { members[name] = part.value }
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension FlagParameter {
    /// The inverse of `parts(ofParameter:)`.
    fileprivate init(parts: FlagParts) {
        self.init(nil)
        for (part, json) in parts {
            switch part {
            case .value(let condition):
                guard let value = try? FlagValue(json: json, at: "#") else { continue }
                if let condition { conditional[condition] = value } else { self.value = value }
            case .type: type = json.string.flatMap(ValueType.init(rawValue:)) ?? .string
            case .description: description = json.string
            case .group: group = json.string
            case .other(let name): rest[name] = json
            case .expression, .color, .order, .note: break
            }
        }
    }
}
