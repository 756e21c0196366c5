import Core
@testable import Flags
import Testing

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
        let outcomes = CompiledTemplate(AnnotatedTemplate(template())).evaluate(.known).all

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
        let outcomes = CompiledTemplate(AnnotatedTemplate(template())).evaluate(.unknown).all

        #expect(outcomes.map(\.value?.text) == [nil, "red", "some", "x"])
    }

    // R96
    @Test func `one flag is what it is among all`() {
        let compiled = CompiledTemplate(AnnotatedTemplate(template()))

        for context in [FlagContext.known, .unknown] {
            for outcome in compiled.evaluate(context).all {
                #expect(compiled.outcome(of: outcome.key, context) == outcome)
            }
        }
        #expect(compiled.outcome(of: "colour ", .known) == nil)
    }

    // R103, D65
    @Test func `an explanation says why and what was passed over`() throws {
        let compiled = CompiledTemplate(AnnotatedTemplate(template()))

        let explanation = compiled.explain(.known)

        #expect(explanation.conditions.map(\.name) == ["broken", "web", "half", "all"])
        #expect(explanation.conditions.map(\.holds) == [false, true, true, true])
        #expect(explanation.conditions[0].fault?.range == 10..<11)
        #expect(explanation.conditions[1].clauses.map(\.input) == ["web"])
        #expect(explanation.parameters.map(\.outcome) == compiled.evaluate(.known).all)
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

        #expect(
            CompiledTemplate(AnnotatedTemplate(template)).outcome(of: "flag", .unknown)?.value?.text == "0"
        )
    }

    // R99
    @Test func `a flag that needs another has its default until that one is as it must be`() throws {
        var template = FlagTemplate(
            ["trial": "0", "variant": "standard", "offer": "no", "alone": "a"],
            conditions: [("ios", "device.os == 'ios'"), ("new", "app.version.>=(['2.0'])")]
        )
        template = template.with("extended", of: "variant", under: "ios")
            .with("7", of: "trial", under: "new").with("yes", of: "offer", under: "new")
        var sheet = AnnotatedTemplate(template)
        for (key, need) in [("trial", ["variant": "extended"]), ("offer", ["trial": "7"])] {
            sheet.notes.parameters[key] = FlagMetadata()
            sheet.notes.parameters[key]?.requires = need
        }
        #expect(sheet.faults().isEmpty)
        let compiled = CompiledTemplate(sheet)
        func texts(_ platform: FlagContext.Platform, _ version: String) -> [String?] {
            var context = FlagContext.unknown
            (context.platform, context.appVersion) = (platform, version)
            let outcomes = compiled.evaluate(context).all
            #expect(outcomes.map { compiled.outcome(of: $0.key, context) } == outcomes)
            #expect(compiled.explain(context).parameters.map(\.outcome) == outcomes)
            return ["variant", "trial", "offer"].map { key in
                outcomes.first { $0.key == key }?.value?.text
            }
        }
        #expect(texts(.ios, "2.0") == ["extended", "7", "yes"])
        #expect(texts(.ios, "1.0") == ["extended", "0", "no"])
        // Its prerequisite is not met, and neither are those of the others.
        #expect(texts(.android, "2.0") == ["standard", "0", "no"])

        var android = FlagContext.unknown
        (android.platform, android.appVersion) = (.android, "2.0")
        let trial = try #require(
            compiled.explain(android).parameters.first { $0.outcome.key == "trial" }
        )
        #expect(trial.outcome.condition == nil && trial.why.en.hasPrefix("Another flag is not what"))
        #expect(
            trial.passedOver.map(\.why.en) == ["The condition holds, but variant would have to be extended."]
        )
    }

    // R99
    @Test func `flags in a circle have their defaults`() {
        var sheet = AnnotatedTemplate(
            FlagTemplate(["a": "0", "b": "0", "c": "0"], conditions: [("all", "true")])
                .with("1", of: "a", under: "all").with("1", of: "b", under: "all")
                .with("1", of: "c", under: "all")
        )
        for (key, need) in [("a", "b"), ("b", "a"), ("c", "gone")] {
            sheet.notes.parameters[key] = FlagMetadata()
            sheet.notes.parameters[key]?.requires = [need: "1"]
        }
        #expect(CompiledTemplate(sheet).evaluate(.unknown).all.map(\.value?.text) == ["0", "0", "0"])
    }

    // R99, R37
    @Test(arguments: [
        (FlagParameter.ValueType.boolean, "TRUE", "true", true), (.number, "1.0", "1", true),
        (.number, "1", "2", false), (.string, "A", "a", false), (.json, "[1]", "[1]", true),
    ])
    func `what another must be is compared as apps read it`(
        type: FlagParameter.ValueType,
        text: String,
        other: String,
        isSame: Bool
    ) {
        #expect(type.isSame(text, other) == isSame)
    }
}
