import Core

/// A parsed pattern.
indirect enum RegexNode: Sendable {
    case empty
    case scalar(UInt32)
    /// A case-insensitive scalar, which is folded.
    case folded(UInt32)
    /// The index of a set.
    case set(Int)
    case assertion(RegexAssertion)
    case sequence([RegexNode])
    case alternatives([RegexNode])
    case repeated(RegexNode, RegexRepetition)
}

/// An assertion between two scalars.
enum RegexAssertion: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary

    func holds(between previous: UInt32?, and next: UInt32?) -> Bool {
        switch self {
        case .textStart: previous == nil
        case .textEnd: next == nil
        case .lineStart: previous == nil || previous == 10
        case .lineEnd: next == nil || next == 10
        case .wordBoundary: Self.isWord(previous) != Self.isWord(next)
        case .noWordBoundary: Self.isWord(previous) == Self.isWord(next)
        }
    }

    /// True for word characters of RE2, which are ASCII only.
    private static func isWord(_ scalar: UInt32?) -> Bool {
        switch scalar {
        case .some(48...57), .some(65...90), .some(95), .some(97...122): true
        case _: false
        }
    }
}

/// The bounds of a repetition; lazy or greedy makes no difference for a match without groups.
struct RegexRepetition: Sendable {
    let min: Int
    /// Nil for no upper bound.
    let max: Int?

    static let any = RegexRepetition(min: 0, max: nil)
    static let some = RegexRepetition(min: 1, max: nil)
    static let optional = RegexRepetition(min: 0, max: 1)
}
