import Core
@testable import Flags
import Testing

/// The faults that prevent a publication, in addition to those of `ManagementRulesTests`.
struct FlagCheckTests {
    // R38
    @Test func `a rollout may be anybody's, with a share`() throws {
        func reasons(_ id: String, percent: JSON = 50) throws -> [FlagFault.Reason] {
            let value: JSON = ["rolloutId": .string(id), "value": "1", "percent": percent]
            let template = try FlagTemplate.parsing([
                "conditions": [["name": "ios", "expression": "true"]],
                "parameters": ["a": ["conditionalValues": ["ios": ["rolloutValue": value]]]],
            ])
            return FlagCheck.faults(of: template).map(\.reason)
        }
        #expect(try reasons("rollout_1") == [])
        #expect(try reasons("rollout_4") == [])
        for percent: JSON in [0, 101] {
            #expect(try reasons("rollout_1", percent: percent) == [.rolloutPercentage])
        }
    }

    // R56: what many patterns need together
    @Test func `patterns are bounded in their states, in an expression and in a template`() throws {
        func matching(_ count: Int) -> String {
            let list = Array(repeating: "'(.{99}){99}'", count: count).joined(separator: ", ")
            return "app.version.matches([\(list)])"
        }
        func reasons(_ expressions: [String]) -> [FlagFault.Reason] {
            let conditions = expressions.enumerated().map { ("c\($0)", $1) }
            return FlagCheck.faults(of: FlagTemplate([:], conditions: conditions)).map(\.reason)
        }
        #expect(reasons([matching(10)]) == [])
        #expect(reasons([matching(11)]) == [.expression])
        #expect(reasons([Array(repeating: matching(4), count: 3).joined(separator: " && ")]) == [.expression])
        // Five fill the template; what follows has room for none, and needs none.
        #expect(reasons(Array(repeating: matching(10), count: 6) + ["device.os == 'ios'"]) == [.expression])

        let value: JSON = ["targetCustomSignalValues": .array(Array(repeating: "(.{99}){99}", count: 6))]
        let signal = value.merged(with: [
            "customSignalOperator": "STRING_CONTAINS_REGEX", "customSignalKey": "k",
        ])
        let atoms: JSON = .array([["customSignal": signal], ["customSignal": signal]])
        let parsed: JSON = ["orCondition": ["conditions": [["andCondition": ["conditions": atoms]]]]]
        #expect(throws: ConditionFault.self) { try ConditionExpression(parsed: parsed) }
        let tree: JSON = ["any": [.string(matching(6)), .string(matching(6))]]
        #expect(throws: ConditionFault.self) { try ConditionTree(json: tree) }
    }

    // R60
    @Test func `a server's conditions know percents and signals only`() throws {
        let template = FlagTemplate(
            [:],
            conditions: [("web", "device.os == 'web'"), ("half", "percent <= 50")]
        )
        #expect(FlagCheck.faults(of: template).isEmpty)
        #expect(
            FlagCheck.faults(of: template, isForServer: true).map(\.pointer) == ["#/conditions/0/expression"]
        )
    }

    // R99
    @Test func `on a server no flag can need another`() throws {
        var sheet = AnnotatedTemplate(FlagTemplate(["a": "1", "b": "1"]))
        sheet.notes.parameters["a"] = FlagMetadata()
        sheet.notes.parameters["a"]?.requires = ["b": "1"]
        #expect(sheet.faults().isEmpty)
        #expect(sheet.faults(isForServer: true).map(\.reason) == [.prerequisite])
    }
}
