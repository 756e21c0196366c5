import Core
import Flags
import Storage
import Web

/// A condition as groups of clauses, as the form of the console has it.
struct FlagBuilder: Sendable, Hashable {
    static let groupsMax = 8
    static let clausesMax = 20

    struct Group: Sendable, Hashable {
        var isAny = false
        var isNot = false
        var clauses = [FlagClause()]
    }

    var isAny = false
    var groups = [Group()]

    init() {}

    // MARK: The form

    init(_ form: Form) {
        isAny = form["root"] == "any"
        var groups: [Group] = []
        for number in 0..<Self.groupsMax {
            let id = "g\(number)"
            var group = Group(
                isAny: form["\(id).kind"] == "any",
                isNot: form["\(id).not"] != nil,
                clauses: []
            )
            for place in 0..<Self.clausesMax {
                let line = "\(id)c\(place)"
                guard let input = form["\(line).input"].flatMap({ FlagClause.Input(rawValue: $0) }) else {
                    continue
                }
                var clause = FlagClause()
                clause.input = input
                clause.isNot = form["\(line).not"] != nil
                clause.key = form["\(line).key"] ?? ""
                clause.op = form["\(line).op"] ?? ""
                clause.value = form["\(line).value"] ?? ""
                group.clauses.append(clause)
            }
            if !group.clauses.isEmpty { groups.append(group) }
        }
        self.groups = groups.isEmpty ? [Group()] : groups
    }

    /// Applies a button that changes the form without saving: `add.g0`, `drop.g0c1`, `group`.
    mutating func act(_ name: String) {
        let parts = name.split(separator: ".").map { String($0) }
        switch parts.first {
        case "group"? where groups.count < Self.groupsMax: groups.append(Group())
        case "add"?:
            guard let number = parts.last.flatMap({ Int($0.dropFirst()) }), groups.indices.contains(number),
                groups[number].clauses.count < Self.clausesMax
            else { return }
            groups[number].clauses.append(FlagClause())
        case "drop"?:
            let numbers = (parts.last ?? "").dropFirst().split(separator: "c").map { Int($0) }
            guard numbers.count == 2, let group = numbers[0], let place = numbers[1],
                groups.indices.contains(group), groups[group].clauses.indices.contains(place)
            else { return }
            groups[group].clauses.remove(at: place)
            if groups[group].clauses.isEmpty { groups.remove(at: group) }
            if groups.isEmpty { groups = [Group()] }
        case _: break
        }
    }

    func json(_ words: FlagClauseWords) -> JSON {
        .array(
            groups.enumerated().map { number, group in
                [
                    "id": .string("g\(number)"), "number": .string(String(number + 1)),
                    "is_any": .bool(group.isAny), "is_not": .bool(group.isNot),
                    "has_many": .bool(groups.count > 1 || group.clauses.count > 1 || group.isNot),
                    "clauses": .array(
                        group.clauses.enumerated().map { place, clause in
                            words.json(clause, "g\(number)c\(place)")
                        }
                    ),
                ]
            }
        )
    }

    // MARK: The tree

    func tree(zone: String) -> JSON {
        let groups = self.groups.map { group -> JSON in
            let clauses = group.clauses.map { clause -> JSON in
                let text = JSON.string(clause.expression(zone: zone))
                return clause.isNot ? ["not": text] : text
            }
            let joined: JSON =
                clauses.count == 1 ? clauses[0] : [(group.isAny ? "any" : "all"): .array(clauses)]
            return group.isNot ? ["not": joined] : joined
        }
        return groups.count == 1 ? groups[0] : [(isAny ? "any" : "all"): .array(groups)]
    }

    /// Nil if the tree is deeper than the form.
    init?(tree: JSON) {
        if let (kind, trees) = Self.members(tree),
            trees.contains(where: { Self.members($0) != nil || Self.isNotGroup($0) })
        {
            isAny = kind
            groups = []
            for tree in trees {
                guard let group = Self.group(tree) else { return nil }
                groups.append(group)
            }
        } else {
            guard let group = Self.group(tree) else { return nil }
            groups = [group]
        }
        guard groups.count <= Self.groupsMax, groups.allSatisfy({ $0.clauses.count <= Self.clausesMax })
        else {
            return nil
        }
    }

    /// A plain expression: clauses that must all hold.
    init(_ expression: ConditionExpression, at now: Timestamp) {
        let clauses = expression.clauses(in: FlagContext(now: now)).map { FlagClause(reading: $0.text) }
        groups = [Group(clauses: clauses.isEmpty ? [FlagClause()] : clauses)]
    }

    private static func members(_ tree: JSON) -> (isAny: Bool, trees: [JSON])? {
        switch (tree["all"], tree["any"]) {
        case (.array(let trees)?, _): (false, trees)
        case (_, .array(let trees)?): (true, trees)
        case (_, _): nil
        }
    }

    private static func isNotGroup(_ tree: JSON) -> Bool { tree["not"].map { members($0) != nil } ?? false }

    private static func group(_ tree: JSON) -> Group? {
        var (tree, group) = (tree, Group(clauses: []))
        if isNotGroup(tree), let inner = tree["not"] { (tree, group.isNot) = (inner, true) }
        if let (kind, trees) = members(tree) {
            group.isAny = kind
            for tree in trees {
                guard let clause = clause(tree) else { return nil }
                group.clauses.append(clause)
            }
        } else {
            guard let clause = clause(tree) else { return nil }
            group.clauses = [clause]
        }
        return group
    }

    private static func clause(_ tree: JSON) -> FlagClause? {
        if let text = tree.string { return FlagClause(reading: text) }
        guard case .string(let text)? = tree["not"] else { return nil }
        var clause = FlagClause(reading: text)
        clause.isNot = true
        return clause
    }
}
