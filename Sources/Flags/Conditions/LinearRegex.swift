import Core

/// A regular expression in the syntax of RE2, matched in linear time for any pattern and text.
///
/// It simulates an automaton with all its states at once (Thompson 1968). Case, classes and words are those of
/// RE2; constructs that are not regular (look-around, backreferences) are refused.
package struct LinearRegex: Sendable {
    package let pattern: String
    private let program: RegexProgram

    /// The range of the fault is in code points of the pattern.
    ///
    /// `statesLeft` is the room for it in an expression; a single pattern never has more than
    /// `Limits.flagPatternStatesMax`.
    package init(_ pattern: String, statesLeft: Int = .max) throws(ConditionFault) {
        var parser = RegexParser(pattern)
        let node = try parser.parse()
        program = try RegexProgram(
            node,
            sets: parser.sets,
            length: parser.scalars.count,
            statesMax: min(statesLeft, Limits.flagPatternStatesMax)
        )
        self.pattern = pattern
    }

    /// True if any part of the text matches, unless the pattern has anchors.
    package func isFound(in text: String) -> Bool {
        search(text).isFound
    }

    /// Returns the number of steps as well, so that tests can verify linear time.
    func search(_ text: String) -> (isFound: Bool, steps: Int) {
        var search = RegexSearch(program)
        let isFound = search.isFound(in: text)
        return (isFound, search.steps)
    }

    var states: Int { program.instructions.count }
}

extension LinearRegex: Hashable {
    package static func == (left: LinearRegex, right: LinearRegex) -> Bool { left.pattern == right.pattern }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
    }
}

/// Simulates all states of a program on a text.
private struct RegexSearch {
    private let program: RegexProgram
    private var current: States
    private var upcoming: States
    private var stack: [Int] = []
    private(set) var steps = 0

    init(_ program: RegexProgram) {
        self.program = program
        current = States(program.instructions.count)
        upcoming = States(program.instructions.count)
    }

    mutating func isFound(in text: String) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        var previous: UInt32?
        var next = scalars.next()?.value
        while true {
            if !program.isAnchored || previous == nil, enter(0, between: previous, and: next) { return true }
            swap(&current, &upcoming)
            guard let scalar = next else { return false }
            if program.isAnchored, current.count == 0 { return false }
            next = scalars.next()?.value
            upcoming.removeAll()
            for place in 0..<current.count {
                let state = current[place]
                steps += 1
                guard program.takes(scalar, at: state) else { continue }
                if enter(state + 1, between: scalar, and: next) { return true }
            }
            previous = scalar
        }
    }

    /// Adds the state and all that are reachable without input; true if one of them is the end.
    private mutating func enter(_ state: Int, between previous: UInt32?, and next: UInt32?) -> Bool {
        stack.append(state)
        while let state = stack.popLast() {
            steps += 1
            guard upcoming.insert(state) else { continue }
            switch program.instructions[state] {
            case .scalar, .folded, .set: break
            case .jump(let target): stack.append(target)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .assertion(let assertion):
                if assertion.holds(between: previous, and: next) { stack.append(state + 1) }
            case .end:
                stack.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }
}

/// A set of small integers that is cleared in constant time (Briggs and Torczon 1993).
private struct States {
    private var dense: [Int]
    private var places: [Int]
    private(set) var count = 0

    init(_ size: Int) {
        dense = Array(repeating: 0, count: size)
        places = dense
    }

    subscript(place: Int) -> Int { dense[place] }

    /// False if it is a member already.
    mutating func insert(_ state: Int) -> Bool {
        let place = places[state]
        guard place >= count || dense[place] != state else { return false }
        dense[count] = state
        places[state] = count
        count += 1
        return true
    }

    mutating func removeAll() {
        count = 0
    }
}
