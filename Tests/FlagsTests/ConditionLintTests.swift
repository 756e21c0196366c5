import Core
@testable import Flags
import Storage
import Testing

/// Warnings about a single condition.
struct ConditionLintTests {
    // R104
    @Test(arguments: [
        "device.os == 'ios' && device.os == 'web'", "device.os == 'ios' && device.os != 'ios'",
        "device.os != 'ios' && device.os != 'web' && device.os != 'android'",
        "device.country in ['RU'] && device.country in ['US']",
        "device.language in ['ru'] && device.language in ['en-US', 'de']",
        "app.version.>(['2.0']) && app.version.<=(['2'])", "app.build.>(['9']) && app.build.<(['3'])",
        "app.userProperty['age'] > 21 && app.userProperty['age'] < 5",
        "app.customSignal['n'] == 1 && app.customSignal['n'] == 2",
        "app.customSignal['n'] == 1 && app.customSignal['n'] != 1",
        "percent <= 10 && percent > 10", "percent('a') between 1 and 5 && percent('a') > 7",
        "dateTime >= dateTime('2027-01-01T00:00:00') && dateTime < dateTime('2026-01-01T00:00:00')",
        "device.os == 'android' && app.browserAndVersion.contains(['Chrome'])",
        "app.customSignal['p'].exactlyMatches(['a']) && app.customSignal['p'].exactlyMatches(['b'])",
    ])
    func `clauses that cannot hold together never do`(text: String) throws {
        #expect(try ConditionExpression(parsing: text).isConstant == false)
    }

    @Test(arguments: [
        "device.os == 'ios' && device.os != 'web'",
        "device.language in ['ru'] && device.language in ['ru-RU']",
        "device.language in ['en-US'] && device.language in ['en']",
        "app.version.>(['2.0']) && app.version.<=(['2.0.1'])",
        "app.version.>=(['2']) && app.version.<=(['2.0'])",
        "app.userProperty['a'] > 21 && app.userProperty['b'] < 5", "percent('a') <= 10 && percent('b') > 10",
        "percent <= 10 && percent > 9.999999",
        "dateTime >= dateTime('2026-01-01T00:00:00') && dateTime < dateTime('2027-01-01T00:00:00')",
        "device.os == 'web' && app.browserAndVersion.contains(['Chrome'])",
        "app.customSignal['p'].exactlyMatches(['a', 'b']) && app.customSignal['p'].exactlyMatches(['b'])",
    ])
    func `clauses that can hold together are no contradiction`(text: String) throws {
        #expect(try ConditionExpression(parsing: text).isConstant == nil)
    }

    // R104
    @Test(arguments: [
        ("device.country in ['UK', 'GB']", "UK"), ("device.language in ['english']", "english"),
        ("device.language in ['ru', 'xq', 'en-UK']", "xq, en-UK"),
        ("device.country in ['ru'] && percent <= 5", nil),
        ("device.language in ['ru', 'en-US', 'zh-Hant-TW', 'pt_BR', 'iw', 'es-419']", nil),
        ("dateTime < dateTime('2026-11-19T23:00:00')", "2026-11-19T23:00:00"),
        ("dateTime < dateTime('2026-11-21T00:00:00')", nil),
        ("dateTime >= dateTime('2020-01-01T00:00:00')", nil),
    ])
    func `lint says what can never match`(text: String, named: String?) throws {
        let template = FlagTemplate(["a": "1"], conditions: [("c", text)]).with("2", of: "a", under: "c")
        let warnings = FlagLint.warnings(of: AnnotatedTemplate(template), on: CivilDate("2026-11-21"))
        #expect(warnings.count == (named == nil ? 0 : 1))
        if let named {
            #expect(warnings.first?.reason == .impossible)
            #expect(warnings.first?.pointer == "#/conditions/0/expression")
            #expect(warnings.first?.detail.en.contains(named) == true)
        }
    }

    // R38
    @Test func `a value that nobody gets from here is named`() throws {
        let rollout: JSON = ["rolloutValue": ["rolloutId": "r", "value": "1", "percent": 5]]
        let template = try FlagTemplate.parsing([
            "conditions": [["name": "c", "expression": "device.os == 'ios'"]],
            "parameters": ["a": ["defaultValue": ["value": "1"], "conditionalValues": ["c": rollout]]],
        ])
        let warnings = FlagLint.warnings(of: AnnotatedTemplate(template))
        #expect(warnings.map(\.reason) == [.managed])
        #expect(warnings.first?.pointer == "#/parameters/a/conditionalValues/c")
    }
}
