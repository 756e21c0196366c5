@testable import Apps
import Core
import Flags
import Storage
import Testing
@testable import Web

/// The builder of conditions in the console (R105).
struct FlagClauseTests {
    private static let written = [
        "device.os == 'ios'", "device.os != 'web'", "app.id == '1:23:ios:ab'", "app.version.>=(['2.4.0'])",
        "app.version.==(['2.4.0'])", "app.build.<(['77'])", "device.country in ['RU', 'KZ']",
        "device.language in ['ru', 'en-US']", "app.firebaseInstallationId in ['demoTesterAnna0000001']",
        "percent <= 10", "percent('price-2') <= 20", "percent('price-2') > 12.5",
        "dateTime >= dateTime('2026-12-01T00:00:00', 'Europe/Moscow')",
        "app.firstOpenTimestamp >= ('2026-12-01T10:30:00', 'Europe/Moscow')",
        "app.customSignal['age'] >= 21", "app.customSignal['city'].exactlyMatches(['Омск', 'Тверь'])",
        "app.userProperty['plan'].contains(['pro'])", "app.audiences.inAtLeastOne(['buyers'])",
        "percent('a') between 10 and 20", "app.customSignal['it\\'s'].contains(['d\\'or'])",
        "app.customSignal['a'].matches(['a,b'])", "true",
    ]

    // R105
    @Test(arguments: written)
    func `a clause that is read is written as the same`(text: String) throws {
        let expression = try ConditionExpression(parsing: text)
        let clause = FlagClause(reading: expression.text)
        let again = try ConditionExpression(parsing: clause.expression(zone: "UTC"))
        #expect(again.text == expression.text)
    }

    @Test(arguments: ["percent('a') between 10 and 20", "app.customSignal['a'].matches(['a,b'])", "true"])
    func `what has no fields stays as it is written`(text: String) throws {
        #expect(FlagClause(reading: text).input == .raw)
    }

    @Test func `a time without a zone keeps its own`() throws {
        let clause = FlagClause(reading: "dateTime < dateTime('2026-12-01T00:00:00')")
        #expect(clause.expression(zone: "Europe/Moscow").contains("'UTC'"))
    }

    // MARK: Trees

    @Test func `an or of two things becomes two expressions`() throws {
        var builder = FlagBuilder()
        builder.isAny = true
        builder.act("group")
        builder.groups[0].clauses[0].value = "2.0.0"
        builder.groups[1].clauses[0].input = .country
        builder.groups[1].clauses[0].value = "ru, kz"
        let plain = try ConditionTree(json: builder.tree(zone: "UTC")).plain().map(\.text)
        #expect(plain == ["app.version.>=(['2.0.0'])", "device.country in ['RU', 'KZ']"])
    }

    @Test func `a tree comes back as the groups that it was made of`() throws {
        var builder = FlagBuilder()
        builder.act("add.g0")
        builder.act("group")
        builder.isAny = true
        builder.groups[0].isNot = true
        builder.groups[0].isAny = true
        builder.groups[0].clauses[0].value = "2.0.0"
        builder.groups[0].clauses[0].op = "<"
        builder.groups[0].clauses[1].input = .platform
        builder.groups[0].clauses[1].op = "=="
        builder.groups[0].clauses[1].value = "ios"
        builder.groups[1].clauses[0].isNot = true
        builder.groups[1].clauses[0].value = "3.0.0"
        builder.groups[1].clauses[0].op = ">"
        #expect(FlagBuilder(tree: builder.tree(zone: "UTC")) == builder)
    }

    @Test func `a deeper tree is not shown by fields`() {
        let tree: JSON = ["all": [["any": [["all": ["true", "true"]], "true"]], "true"]]
        #expect(FlagBuilder(tree: tree) == nil)
    }

    @Test(arguments: ["drop.g9c9", "drop.", "add.g7", "add.x", "drop.gc", "group.x", "", "drop.g0c0c0"])
    func `a button that nobody has shown does no harm`(name: String) {
        var builder = FlagBuilder()
        builder.act(name)
        #expect(builder.groups.first?.clauses.count == 1)
    }

    @Test func `a form is read as it was shown`() throws {
        let form = try Form(
            parsing: "root=any&g0.kind=any&g0c0.input=percent&g0c0.value=5&g0c1.input=nothing&g2c0.input=raw"
        )
        let builder = FlagBuilder(form)
        #expect(builder.isAny && builder.groups.count == 2 && builder.groups[0].isAny)
        #expect(builder.groups[0].clauses.map(\.input) == [.percent])
    }
}
