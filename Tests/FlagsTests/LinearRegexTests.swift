import Core
@testable import Flags
import Testing

struct LinearRegexTests {
    // R56
    @Test(arguments: [
        ("", "", true), ("", "x", true), ("b", "abc", true), ("^b", "abc", false), ("c$", "abc", true),
        ("^abc$", "abc", true), ("^abc$", "abc\n", false), ("(?m)^b$", "a\nb\nc", true),
        ("\\Ab", "ab", false),
        ("b\\z", "ab", true), ("a.c", "abc", true), ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true),
        ("[a-c]x", "bx", true), ("[^a-c]x", "bx", false), ("[]a]", "]", true), ("[^]a]", "]", false),
        ("[a-]", "-", true), ("[\\d_]", "5", true), ("[[:alpha:]]+$", "q1", false),
        ("[[:^digit:]]", "1", false),
        ("\\d{3}", "12", false), ("\\d{3}", "a123", true), ("^\\d{2,3}$", "1234", false),
        ("^a{2,}$", "aaaa", true),
        ("a{,2}", "a{,2}", true), ("\\w+@\\w+", "me@home", true), ("\\W", "ж", true), ("\\s", "a b", true),
        ("\\S", " ", false), ("\\bcat\\b", "a cat.", true), ("\\bcat\\b", "concat", false),
        ("\\Bcat", "concat", true),
        ("cat|dog", "hotdog", true), ("^(cat|dog)$", "hotdog", false), ("(a|b)*c", "ababc", true),
        ("^(?:ab)+$", "ababa", false), ("a+?b", "aab", true), ("a??b", "b", true),
        ("(?i)straße", "STRAßE", true),
        ("(?i)кофе", "КОФЕ", true), ("(?i:a)b", "Ab", true), ("(?i:a)b", "AB", false),
        ("(?i)[a-c]", "B", true),
        ("(?i)[^b]", "B", false), ("(?i)k", "\u{212A}", true), ("(?i)a(?-i)b", "AB", false),
        ("\\pL", "1ж", true), ("\\p{Lu}", "abc", false), ("\\p{Cyrillic}", "abж", true),
        ("^\\p{Cyrillic}+$", "abж", false),
        ("\\P{Cyrillic}", "ж", false), ("\\p{^Greek}", "λ", false), ("[\\p{Han}x]", "漢", true),
        ("\\pN", "½", true),
        ("\\.", "a", false), ("\\x41", "A", true), ("\\x{1F600}", "😀", true), ("\\101", "A", true),
        ("\\Qa.b\\E+", "a.bbb", true),
        ("\\Qa.b", "axb", false), ("^.$", "😀", true), ("^.$", "é", true), ("(?P<name>a)b", "ab", true),
        ("(?<name>a)b", "ab", true), ("(?U)a+", "aa", true), ("x*", "y", true), ("(^)*a", "a", true),
        ("()+b", "b", true),
        ("(a*)*$", "b", true), ("^(a|a?)+$", "aaa", true), ("[\\x{400}-\\x{4FF}]", "ж", true),
        ("a||b", "z", true),
    ])
    func `a pattern is found as RE2 finds it`(pattern: String, text: String, isFound: Bool) throws {
        #expect(try LinearRegex(pattern).isFound(in: text) == isFound)
    }

    @Test(arguments: [
        ("(", 0..<1), ("a)", 1..<2), ("(a", 0..<1), ("[a", 0..<1), ("[z-a]", 1..<4), ("*a", 0..<1),
        ("a|+", 2..<3),
        ("a**", 1..<3), ("a+*", 1..<3), ("a{2}{3}", 1..<7), ("a{1001}", 1..<7), ("a{3,2}", 1..<6),
        ("(?=a)", 0..<3), ("(?!a)", 0..<3), ("(?<=a)", 0..<3), ("(?<!a)", 0..<3), ("(a)\\1", 3..<5),
        ("(?P=a)", 0..<3), ("(?x)a", 0..<3), ("\\", 0..<1), ("\\Z", 0..<2), ("\\C", 0..<2),
        ("\\p{Klingon}", 0..<11),
        ("\\pX", 0..<3), ("[[:word1:]]", 1..<10), ("[[:nope:]]", 1..<9), ("\\x{110000}", 0..<10),
        ("\\xg", 0..<3),
        ("(a{1000}){1000}", 0..<15),
    ])
    func `what is not regular is refused with its place`(pattern: String, range: Range<Int>) {
        let fault = #expect(throws: ConditionFault.self) { try LinearRegex(pattern) }

        #expect(fault?.range == range)
    }

    // R56
    @Test(arguments: [
        "(a+)+$", "(a|aa)+$", "(a|a?)+b$", "(.*a){4}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y",
    ])
    func `a catastrophic pattern takes linear steps`(pattern: String) throws {
        let regex = try LinearRegex(pattern)
        let text = String(repeating: "a", count: 30_000) + "!"

        let (isFound, steps) = regex.search(text)

        #expect(!isFound)
        // At each character a state is entered from at most two others, and processed at most once.
        #expect(steps <= 30_002 * regex.states * 4)
    }

    @Test func `a pattern is bounded in its length, its depth and its states`() {
        let long = String(repeating: "a", count: Limits.flagPatternLengthMax + 1)
        let deep = String(repeating: "(", count: 120) + String(repeating: ")", count: 120)
        let empty = "((((){1000}){1000}){1000}){1000}"

        #expect(throws: ConditionFault.self) { try LinearRegex(long) }
        #expect(throws: ConditionFault.self) { try LinearRegex(deep) }
        #expect(throws: ConditionFault.self) { try LinearRegex("((a{100}){100}){100}") }
        #expect(throws: Never.self) { try LinearRegex(empty) }
        #expect(throws: Never.self) { try LinearRegex("a{1000}") }
    }

    @Test func `scripts are sorted and apart`() {
        for script in RegexScript.allCases {
            for (left, right) in zip(script.ranges, script.ranges.dropFirst()) {
                #expect(left.upperBound + 1 < right.lowerBound, "\(script)")
            }
        }
    }
}
