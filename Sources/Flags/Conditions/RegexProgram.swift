import Core

/// The automaton of a pattern, in which every instruction is a state.
struct RegexProgram: Sendable {
    enum Instruction: Sendable {
        // These consume one scalar and continue with the next instruction.
        case scalar(UInt32)
        case folded(UInt32)
        case set(Int)
        // These consume nothing.
        case jump(Int)
        case split(Int, Int)
        case assertion(RegexAssertion)
        case end
    }

    private(set) var instructions: [Instruction] = []
    private let sets: [RegexSet]
    private let statesMax: Int
    /// True if it can only match at the start of the text.
    private(set) var isAnchored = false

    /// Throws if it would have too many states.
    init(_ node: RegexNode, sets: [RegexSet], length: Int, statesMax: Int) throws(ConditionFault) {
        (self.sets, self.statesMax) = (sets, statesMax)
        guard add(node), emit(.end) else {
            throw ConditionFault(
                0..<length,
                "выражение слишком большое: уменьшите числа повторов",
                "the pattern is too large: lower its repeat counts"
            )
        }
        if case .assertion(.textStart) = instructions.first { isAnchored = true }
    }

    func takes(_ scalar: UInt32, at state: Int) -> Bool {
        switch instructions[state] {
        case .scalar(let expected): scalar == expected
        case .folded(let expected): RegexFold.fold(scalar) == expected
        case .set(let index): sets[index].contains(scalar)
        case .jump, .split, .assertion, .end: false
        }
    }

    /// False if there is no room left.
    private mutating func emit(_ instruction: Instruction) -> Bool {
        guard instructions.count < statesMax else { return false }
        instructions.append(instruction)
        return true
    }

    private mutating func add(_ node: RegexNode) -> Bool {
        switch node {
        case .empty: true
        case .scalar(let scalar): emit(.scalar(scalar))
        case .folded(let scalar): emit(.folded(scalar))
        case .set(let index): emit(.set(index))
        case .assertion(let assertion): emit(.assertion(assertion))
        case .sequence(let nodes): nodes.allSatisfy { add($0) }
        case .alternatives(let nodes): add(alternatives: nodes)
        case .repeated(let node, let repetition): add(node, repetition)
        }
    }

    private mutating func add(alternatives nodes: [RegexNode]) -> Bool {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            let split = instructions.count
            guard isLast || emit(.jump(0)), add(node) else { return false }
            guard !isLast else { break }
            jumps.append(instructions.count)
            guard emit(.jump(0)) else { return false }
            instructions[split] = .split(split + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
        return true
    }

    private mutating func add(_ node: RegexNode, _ repetition: RegexRepetition) -> Bool {
        // A node that emits nothing once emits nothing at each repetition.
        let start = instructions.count
        for _ in 0..<repetition.min {
            guard add(node) else { return false }
            if instructions.count == start { return true }
        }
        guard let max = repetition.max else { return loop(node) }
        var splits: [Int] = []
        for _ in 0..<(max - repetition.min) {
            splits.append(instructions.count)
            guard emit(.jump(0)), add(node) else { return false }
        }
        for split in splits { instructions[split] = .split(split + 1, instructions.count) }
        return true
    }

    private mutating func loop(_ node: RegexNode) -> Bool {
        let start = instructions.count
        guard emit(.jump(0)), add(node), emit(.jump(start)) else { return false }
        instructions[start] = .split(start + 1, instructions.count)
        return true
    }
}
