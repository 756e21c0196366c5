import Core
@testable import Flags
import Testing

struct ConditionParsedTests {
    private func signal(_ name: String, _ targets: [String]) -> JSON {
        [
            "customSignal": [
                "customSignalOperator": .string(name), "customSignalKey": "k",
                "targetCustomSignalValues": .array(targets.map { .string($0) }),
            ]
        ]
    }

    // R61, R62
    @Test(arguments: [
        ("STRING_CONTAINS", ["ell", "x"], "hello", true), ("STRING_CONTAINS", ["x"], "hello", false),
        ("STRING_DOES_NOT_CONTAIN", ["x", "y"], "hello", true),
        ("STRING_DOES_NOT_CONTAIN", ["x", "h"], "hello", false),
        ("STRING_EXACTLY_MATCHES", [" hello "], "hello\t", true),
        ("STRING_EXACTLY_MATCHES", ["hell"], "hello", false),
        ("STRING_CONTAINS_REGEX", ["^h.*o$"], "hello", true),
        ("STRING_CONTAINS_REGEX", ["^e"], "hello", false),
        ("NUMERIC_LESS_THAN", ["5"], "4.5", true), ("NUMERIC_LESS_THAN", ["5"], "5", false),
        ("NUMERIC_LESS_EQUAL", ["5"], "5", true), ("NUMERIC_LESS_EQUAL", ["5"], "6", false),
        ("NUMERIC_EQUAL", ["21"], "21.0", true), ("NUMERIC_EQUAL", ["21"], "22", false),
        ("NUMERIC_NOT_EQUAL", ["21"], "22", true), ("NUMERIC_NOT_EQUAL", ["21"], "21", false),
        ("NUMERIC_GREATER_THAN", ["-1"], "0", true), ("NUMERIC_GREATER_THAN", ["5"], "5", false),
        ("NUMERIC_GREATER_EQUAL", ["5"], "5", true), ("NUMERIC_GREATER_EQUAL", ["5"], "4", false),
        ("SEMANTIC_VERSION_LESS_THAN", ["2.10"], "2.9", true),
        ("SEMANTIC_VERSION_LESS_THAN", ["2.10"], "2.10.0", false),
        ("SEMANTIC_VERSION_LESS_EQUAL", ["2"], "2.0.0.0.0", true),
        ("SEMANTIC_VERSION_LESS_EQUAL", ["2"], "2.0.1", false),
        ("SEMANTIC_VERSION_EQUAL", ["1.2"], "1.2.0", true),
        ("SEMANTIC_VERSION_EQUAL", ["1.2"], "1.20", false),
        ("SEMANTIC_VERSION_NOT_EQUAL", ["1.2"], "1.3", true),
        ("SEMANTIC_VERSION_NOT_EQUAL", ["1.2"], "1.2.0", false),
        ("SEMANTIC_VERSION_GREATER_THAN", ["1.9"], "1.10", true),
        ("SEMANTIC_VERSION_GREATER_THAN", ["1.9"], "1.9", false),
        ("SEMANTIC_VERSION_GREATER_EQUAL", ["1.9"], "1.9", true),
        ("SEMANTIC_VERSION_GREATER_EQUAL", ["2"], "1.9", false),
        // The values cannot be compared: every operator is false.
        ("NUMERIC_EQUAL", ["5"], "five", false), ("NUMERIC_NOT_EQUAL", ["5"], "five", false),
        ("NUMERIC_NOT_EQUAL", ["5"], "", false), ("NUMERIC_NOT_EQUAL", ["five"], "5", false),
        ("NUMERIC_LESS_THAN", ["5"], "nan", false), ("SEMANTIC_VERSION_NOT_EQUAL", ["1"], "1.x", false),
        ("SEMANTIC_VERSION_NOT_EQUAL", ["1"], "1.2.3.4.5.6", false),
        ("SEMANTIC_VERSION_LESS_THAN", ["9"], "1..2", false),
        ("NUMERIC_EQUAL", ["5", "6"], "5", false), ("UNKNOWN", ["5"], "5", false),
        ("SOMETHING_NEW", ["5"], "5", false),
    ])
    func `an operator on a signal has its truth`(
        name: String,
        targets: [String],
        value: String,
        holds: Bool
    ) throws {
        let expression = try ConditionExpression(parsed: signal(name, targets))
        var context = FlagContext.unknown

        #expect(!expression.holds(in: context), "missing")
        context.signals = ["k": value]
        #expect(expression.holds(in: context) == holds)
        #expect(try !ConditionExpression(parsed: signal(name, [])).holds(in: context), "empty list")
    }

    // R62
    @Test(arguments: [
        (#"{"orCondition":{}}"#, false), (#"{"andCondition":{}}"#, true),
        (#"{"orCondition":{"conditions":[]}}"#, false),
        (#"{"true":{}}"#, true), (#"{"false":{}}"#, false), (#"{}"#, false), (#"{"percent":{}}"#, false),
        (#"{"percent":{"percentOperator":"GREATER_THAN"}}"#, true),
        (#"{"percent":{"percentOperator":"LESS_OR_EQUAL"}}"#, false),
        (#"{"percent":{"percentOperator":"BETWEEN"}}"#, false),
        (#"{"percent":{"percentOperator":"UNKNOWN","microPercent":100000000}}"#, false),
        (
            #"{"orCondition":{"conditions":[{"false":{}},{"andCondition":{"conditions":[{"true":{}}]}}]}}"#,
            true
        ),
        (
            #"{"andCondition":{"conditions":[{"true":{}},{"orCondition":{"conditions":[{"false":{}}]}}]}}"#,
            false
        ),
        // The first one that exists counts.
        (#"{"false":{},"andCondition":{}}"#, true),
    ])
    func `a parsed condition has its truth`(text: String, holds: Bool) throws {
        #expect(try ConditionExpression(parsed: JSON(parsing: text)).holds(in: .known) == holds)
    }

    @Test func `what is nested too deeply is false`() throws {
        func nested(_ depth: Int) -> JSON {
            (0..<depth).reduce(["true": [:]]) { json, _ in ["andCondition": ["conditions": [json]]] }
        }

        #expect(try ConditionExpression(parsed: nested(4)).holds(in: .unknown))
        #expect(try !ConditionExpression(parsed: nested(5)).holds(in: .unknown))
    }

    // R61
    @Test(arguments: [
        "true", "false", "percent <= 10", "percent('s') > 10.5 && true", "percent('s') between 20 and 60",
        "app.customSignal['k'].exactlyMatches(['a'])", "app.customSignal['k'].contains(['a', 'b'])",
        "app.customSignal['k'].notContains(['a'])", "app.customSignal['k'].matches(['^a\\d$'])",
        "app.customSignal['k'] < 5", "app.customSignal['k'] != 5 && percent <= 50",
        "version(app.customSignal['k']) >= '1.2'",
    ])
    func `an expression of a server is parsed and read again`(text: String) throws {
        let expression = try ConditionExpression(parsing: text)
        let again = try ConditionExpression(parsed: expression.parsed)

        #expect(expression.isForServer)
        #expect(again.text == expression.text)
        #expect(again.node.clauses == expression.node.clauses)
        for value in ["a", "a1", "5", "4", "1.10", "xbx", ""] {
            var context = FlagContext.known
            context.signals = ["k": value]
            #expect(again.holds(in: context) == expression.holds(in: context))
        }
    }

    // R61
    @Test func `a parsed expression is an or of ands of atoms`() throws {
        let expression = try ConditionExpression(
            parsing: "percent('s') between 0.5 and 60 && app.customSignal['k'] == 5"
        )

        let expected = """
            {"orCondition":{"conditions":[{"andCondition":{"conditions":[\
            {"percent":{"microPercentRange":{"microPercentLowerBound":500000,"microPercentUpperBound":60000000},\
            "percentOperator":"BETWEEN","seed":"s"}},\
            {"customSignal":{"customSignalKey":"k","customSignalOperator":"NUMERIC_EQUAL",\
            "targetCustomSignalValues":["5"]}}]}}]}}
            """
        #expect(expression.parsed.text == expected)
    }

    // R60
    @Test(arguments: ["device.os == 'ios'", "true && app.version.<(['1'])", "app.userProperty['k'] == 1"])
    func `a server knows no apps`(text: String) throws {
        #expect(try !ConditionExpression(parsing: text).isForServer)
    }

    @Test(arguments: [#""true""#, #"{"orCondition":[]}"#, #"{"andCondition":{"conditions":{}}}"#])
    func `another form is refused`(text: String) throws {
        let json = try JSON(parsing: text)

        #expect(throws: ConditionFault.self) { try ConditionExpression(parsed: json) }
    }
}
