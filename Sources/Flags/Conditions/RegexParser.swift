import Core

/// Parses the syntax of RE2 (github.com/google/re2/wiki/Syntax).
struct RegexParser {
    let scalars: [Unicode.Scalar]
    var index = 0
    private(set) var sets: [RegexSet] = []
    private var depth = 0
    var flags = Flags()

    struct Flags {
        var isFolded = false
        var isMultiline = false
        var dotTakesNewline = false
    }

    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    mutating func parse() throws(ConditionFault) -> RegexNode {
        guard scalars.count <= Limits.flagPatternLengthMax else {
            let max = Limits.flagPatternLengthMax
            throw ConditionFault(
                max..<scalars.count,
                "выражение длиннее \(max) знаков",
                "the pattern has over \(max) characters"
            )
        }
        let node = try alternatives()
        guard next == nil else {
            throw fault("лишняя закрывающая скобка", "a closing parenthesis too many", index..<(index + 1))
        }
        return node
    }

    var next: Unicode.Scalar? { scalar(0) }

    func scalar(_ ahead: Int) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    mutating func take(_ text: String) -> Bool {
        guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    func fault(_ ru: String, _ en: String, _ range: Range<Int>) -> ConditionFault {
        ConditionFault(range.clamped(to: 0..<scalars.count), ru, en)
    }

    /// A node for the set, which is stored once however often its node is repeated.
    mutating func node(_ set: RegexSet) -> RegexNode {
        sets.append(set)
        return .set(sets.count - 1)
    }

    private mutating func alternatives() throws(ConditionFault) -> RegexNode {
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
    }

    private mutating func sequence() throws(ConditionFault) -> RegexNode {
        var nodes: [RegexNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if take("\\Q") {
                quoted(into: &nodes)
                if let last = nodes.popLast() { nodes.append(try repeated(last)) }
            } else if let node = try element() {
                nodes.append(try repeated(node))
            }
        }
        return nodes.isEmpty ? .empty : .sequence(nodes)
    }

    /// Parses literal text up to `\E`.
    private mutating func quoted(into nodes: inout [RegexNode]) {
        while let scalar = next, !take("\\E") {
            nodes.append(literal(scalar))
            index += 1
        }
    }

    func literal(_ scalar: Unicode.Scalar) -> RegexNode {
        flags.isFolded ? .folded(RegexFold.fold(scalar.value)) : .scalar(scalar.value)
    }

    /// Nil for an element that only sets flags.
    private mutating func element() throws(ConditionFault) -> RegexNode? {
        guard let scalar = next else { return nil }
        let start = index
        switch scalar {
        case "(": return try group()
        case "[": return node(try bracket())
        case "\\": return try escape()
        case "*", "+", "?": throw nothingToRepeat(start..<(start + 1))
        case _: index += 1
        }
        switch scalar {
        case ".":
            return node(
                flags.dotTakesNewline
                    ? RegexSet([], isNegated: true) : RegexSet([.range(10...10)], isNegated: true)
            )
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
        case _: return literal(scalar)
        }
    }

    private func nothingToRepeat(_ range: Range<Int>) -> ConditionFault {
        fault("нечего повторять", "there is nothing to repeat", range)
    }
}

// MARK: Groups

extension RegexParser {
    private static let depthMax = 100

    private mutating func group() throws(ConditionFault) -> RegexNode? {
        let start = index
        let outer = flags
        index += 1
        if take("?") {
            if next == "P" || next == "<" {
                try name(start)
            } else if try setFlags(start) {
                return nil
            }
        }
        guard depth < Self.depthMax else {
            throw fault(
                "слишком много вложенных скобок",
                "the groups are nested too deeply",
                start..<(start + 1)
            )
        }
        depth += 1
        let node = try alternatives()
        depth -= 1
        guard take(")") else {
            throw fault("нет закрывающей скобки", "the group is not closed", start..<(start + 1))
        }
        flags = outer
        return node
    }

    /// Parses `?P<name>` or `?<name>`.
    private mutating func name(_ start: Int) throws(ConditionFault) {
        guard take("P<") || (scalar(1) != "=" && scalar(1) != "!" && take("<")) else {
            throw unsupportedGroup(start..<(index + 1))
        }
        var length = 0
        while let scalar = next, scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "_" {
            index += 1
            length += 1
        }
        guard length > 0, take(">") else {
            throw fault("неверное имя группы", "the name of the group is malformed", start..<(index + 1))
        }
    }

    /// Parses `?i`, `?s-i:`; true if it ends the group.
    private mutating func setFlags(_ start: Int) throws(ConditionFault) -> Bool {
        var isOn = true
        var hasFlag = false
        while let scalar = next {
            index += 1
            switch scalar {
            case "i": flags.isFolded = isOn
            case "m": flags.isMultiline = isOn
            case "s": flags.dotTakesNewline = isOn
            case "U": break  // Lazy instead of greedy: the same for yes or no.
            case "-" where isOn:
                isOn = false
                hasFlag = false
                continue
            case ":" where hasFlag || isOn: return false
            case ")" where hasFlag: return true
            case _: throw unsupportedGroup(start..<index)
            }
            hasFlag = true
        }
        throw unsupportedGroup(start..<index)
    }

    private func unsupportedGroup(_ range: Range<Int>) -> ConditionFault {
        fault(
            "такие группы не поддерживаются: просмотра вперёд и назад здесь нет",
            "this kind of group is not supported; there is no look-around here",
            range
        )
    }
}

// MARK: Repetition

extension RegexParser {
    private mutating func repeated(_ node: RegexNode) throws(ConditionFault) -> RegexNode {
        let start = index
        guard let repetition = try repetition() else { return node }
        _ = take("?")
        // A second one would repeat a repetition, which RE2 refuses too.
        let second = index
        if try self.repetition() != nil {
            throw fault("повтор повтора", "a repetition is repeated", start..<max(second + 1, index))
        }
        return .repeated(node, repetition)
    }

    /// Parses `*`, `+`, `?`, `{2}`, `{2,}` or `{2,3}`; any other brace is literal.
    private mutating func repetition() throws(ConditionFault) -> RegexRepetition? {
        if take("*") { return .any }
        if take("+") { return .some }
        if take("?") { return .optional }
        let start = index
        guard take("{"), let min = number() else {
            index = start
            return nil
        }
        var max: Int? = min
        if take(",") { max = number() }
        guard take("}") else {
            index = start
            return nil
        }
        guard min <= Limits.flagPatternRepeatMax, (max ?? min) <= Limits.flagPatternRepeatMax,
            min <= (max ?? min)
        else {
            let limit = Limits.flagPatternRepeatMax
            throw fault(
                "повторов может быть от 0 до \(limit), сначала меньшее число",
                "repeat counts go from 0 to \(limit), the lower one first",
                start..<index
            )
        }
        return RegexRepetition(min: min, max: max)
    }

    /// Parses digits; a number above every limit is capped.
    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = next, "0"..."9" ~= scalar {
            number = min((number ?? 0) * 10 + Int(scalar.value - 48), 1_000_000)
            index += 1
        }
        return number
    }
}
