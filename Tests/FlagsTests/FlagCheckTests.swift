import Core
@testable import Flags
import Testing

/// What keeps a template from being published, beside what `ManagementRulesTests` ask for at the wire.
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
