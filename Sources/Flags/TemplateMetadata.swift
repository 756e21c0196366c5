import Core
import FoundationEssentials
import Storage

/// The metadata of the parameters and conditions of one template.
package struct TemplateMetadata: Sendable, Hashable {
    /// By key.
    package var parameters: [String: FlagMetadata] = [:]
    /// By name.
    package var conditions: [String: FlagConditionNote] = [:]

    package init() {}

    package var json: JSON {
        [
            "parameters": .object(parameters.mapValues(\.json)),
            "conditions": .object(conditions.mapValues(\.json)),
        ]
    }

    /// Throws every fault; unknown members are ignored.
    package init(json: JSON) throws(Problem) {
        guard json.bytes.count <= Limits.flagNotesSizeMax else {
            throw .invalid([Fault("#/notes", "слишком большие", "are too large")])
        }
        var reader = FlagMetadataReader()
        for (key, json) in reader.members(json["parameters"], "#/notes/parameters") {
            parameters[key] = reader.note(json, "#/notes/parameters/\(key.pointerPart)")
        }
        for (name, json) in reader.members(json["conditions"], "#/notes/conditions") {
            conditions[name] = reader.condition(
                json,
                "#/notes/conditions/\(name.pointerPart)"
            )
        }
        guard reader.faults.isEmpty else { throw .invalid(reader.faults) }
    }
}

/// The metadata of a condition for staff, which apps never receive.
package struct FlagConditionNote: Sendable, Hashable {
    /// The title for people, in any script; nil for its name.
    package var title: String?
    /// The tree with OR and NOT from which the console made it (R105).
    package var tree: JSON?
    /// The condition that this one is a part of, if one OR needs several.
    package var partOf: String?
    /// The language of the texts for which it is maintained; it is removed with the last of them.
    package var language: String?

    package init(title: String? = nil) {
        self.title = title
    }

    package var json: JSON {
        let members: [String: JSON?] = [
            "title": title.map { .string($0) }, "tree": tree, "part_of": partOf.map { .string($0) },
            "language": language.map { .string($0) },
        ]
        return .object(members.compactMapValues(\.self))
    }
}

extension FlagMetadata {
    package var json: JSON {
        var members: [String: JSON] = kindMembers
        if let title { members["title"] = .string(title) }
        if let owner { members["owner"] = .string(owner) }
        if let reviewOn { members["review_on"] = .string(reviewOn.description) }
        if !requires.isEmpty { members["requires"] = .object(requires.mapValues { .string($0) }) }
        if isOff { members["is_off"] = true }
        return .object(members)
    }

    private var kindMembers: [String: JSON] {
        switch kind {
        case .plain: [:]
        case .number(let range): range.members.merging(["kind": "number"]) { first, _ in first }
        case .choice(let options):
            [
                "kind": "choice",
                "options": .array(
                    options.map { ["value": .string($0.value), "title": .string($0.title)] }
                ),
            ]
        case .schema(let schema): ["kind": "schema", "schema": schema]
        case .languages(let languages):
            ["kind": "languages", "languages": .array(languages.map { .string($0) })]
        }
    }

    /// Throws every fault; `pointer` is its position in the body.
    package init(json: JSON, at pointer: String = "#/note") throws(Problem) {
        var reader = FlagMetadataReader()
        self = reader.note(json, pointer)
        guard reader.faults.isEmpty else { throw .invalid(reader.faults) }
    }
}

extension FlagConditionNote {
    package init(json: JSON, at pointer: String = "#/note") throws(Problem) {
        var reader = FlagMetadataReader()
        self = reader.condition(json, pointer)
        guard reader.faults.isEmpty else { throw .invalid(reader.faults) }
    }
}

extension FlagRange {
    fileprivate var members: [String: JSON] {
        var members: [String: JSON] = [:]
        for (name, number) in [("min", min), ("max", max), ("step", step), ("warn_below", warnBelow)] {
            if let number { members[name] = JSON(number) }
        }
        if let unit { members["unit"] = .string(unit) }
        if let declaredWhole { members["is_whole"] = .bool(declaredWhole) }
        return members
    }
}
