import Testing

@testable import Core

struct CompiledTemplateTests {
    private func template() -> FlagTemplate {
        var template = FlagTemplate()
        template.conditions = [
            FlagCondition(name: "broken", expression: "device.os = 'web'"),
            FlagCondition(name: "web", expression: "device.os == 'web'"),
            FlagCondition(name: "half", expression: "percent <= 50"),
            FlagCondition(name: "all", expression: "true"),
        ]
        var colour = FlagParameter(FlagValue("grey"))
        colour.conditional = [
            "all": FlagValue("red"), "half": FlagValue("blue"), "broken": FlagValue("pink"),
            "gone": FlagValue("?"),
        ]
        var managed = FlagParameter(FlagValue("none"))
        managed.conditional = [
            "web": FlagValue(.managed(.rollout, ["rolloutId": "rollout_1"])), "all": FlagValue("some"),
        ]
        var own = FlagParameter(FlagValue("x"), type: .boolean)
        own.conditional = ["web": .inAppDefault]
        template.parameters = [
            "colour": colour, "managed": managed, "own": own, "absent": FlagParameter(nil),
        ]
        return template
    }

    // R59
    @Test func `the first condition that holds and has a value wins`() {
        let outcomes = CompiledTemplate(template()).evaluate(.known)

        #expect(outcomes.map(\.key) == ["absent", "colour", "managed", "own"])
        #expect(outcomes.map(\.value?.text) == [nil, "blue", "some", nil])
        #expect(outcomes.map(\.condition) == [nil, "half", "all", "web"])
        #expect(outcomes.map(\.isSplit) == [false, true, false, false])
        #expect(outcomes.map(\.type) == [.string, .string, .string, .boolean])
        #expect(outcomes[0].value == nil)
        #expect(outcomes[3].value == .inAppDefault)
    }

    // R55, R59
    @Test func `a default is left where no condition with a value holds`() {
        let outcomes = CompiledTemplate(template()).evaluate(.unknown)

        #expect(outcomes.map(\.value?.text) == [nil, "red", "some", "x"])
    }

    // R96
    @Test func `one flag is what it is among all`() {
        let compiled = CompiledTemplate(template())

        for context in [FlagContext.known, .unknown] {
            for outcome in compiled.evaluate(context) {
                #expect(compiled.outcome(of: outcome.key, context) == outcome)
            }
        }
        #expect(compiled.outcome(of: "colour ", .known) == nil)
    }

    // R103
    @Test func `an explanation says why and what was passed over`() throws {
        let compiled = CompiledTemplate(template())

        let explanation = compiled.explain(.known)

        #expect(explanation.conditions.map(\.name) == ["broken", "web", "half", "all"])
        #expect(explanation.conditions.map(\.holds) == [false, true, true, true])
        #expect(explanation.conditions[0].fault?.range == 10..<11)
        #expect(explanation.conditions[1].clauses.map(\.input) == ["web"])
        #expect(explanation.parameters.map(\.outcome) == compiled.evaluate(.known))
        let colour = try #require(explanation.parameters.first { $0.outcome.key == "colour" })
        #expect(colour.why.en == "The condition “half” holds.")
        #expect(colour.passedOver.map(\.condition) == ["broken", "all", nil])
        #expect(
            colour.passedOver.map(\.why.en) == [
                "The condition does not hold.", "The condition “half” comes first.", "A condition holds.",
            ]
        )
        let managed = try #require(explanation.parameters.first { $0.outcome.key == "managed" })
        #expect(managed.passedOver.first?.why.en == "Google's services decide on this value.")
    }

    @Test func `a name given twice is the first condition`() {
        var template = FlagTemplate()
        template.conditions = [
            FlagCondition(name: "a", expression: "false"), FlagCondition(name: "a", expression: "true"),
        ]
        var flag = FlagParameter(FlagValue("0"))
        flag.conditional = ["a": FlagValue("1")]
        template.parameters = ["flag": flag]

        #expect(CompiledTemplate(template).outcome(of: "flag", .unknown)?.value?.text == "0")
    }
}
