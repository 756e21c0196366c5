import Core
@testable import Flags
import Storage
import Testing

struct ConditionGrammarTests {
    // R46, R48, R49, R50, R51, R56, R57, R58
    @Test(arguments: [
        "true", "true && true", "app.id == '1:123:web:abc'", "app.id != '1:123:ios:abc'",
        "app.id in ['1:123:ios:abc', '1:123:web:abc']",
        "app.version.<(['2.11'])", "app.version.<=(['2.10.0'])", "app.version.>(['2.9'])",
        "app.version.>=(['2.10.0.0.0'])", "app.version.==(['2.10.0'])", "app.version.!=(['2.1'])",
        "app.version.exactlyMatches(['1', '2.10'])", "app.version.contains(['9', '.1'])",
        "app.version.notContains(['9', '7'])", "app.version.matches(['^2\\.\\d+$'])",
        "app.build.>=(['341'])", "app.build.exactlyMatches(['341'])",
        "device.os == 'web'", "device.os != 'ios'",
        "device.country in ['CA', 'US']", "device.language in ['de', 'en-us']",
        "device.language in ['EN_US']", "device.language in ['en']", "device.language in ['ru', 'EN']",
        "dateTime < dateTime('2025-06-01T12:00:01')", "dateTime >= dateTime('2025-06-01T12:00:00')",
        "dateTime >= dateTime('2025-06-01T05:00:00', 'America/Los_Angeles')",
        "dateTime < dateTime('2025-06-01T05:00:01', 'America/Los_Angeles')",
        "device.dateTime >= dateTime('2025-06-01T15:00:00', 'Europe/Moscow')",
        "app.firstOpenTimestamp <= ('2022-10-31T14:37:47')",
        "app.firstOpenTimestamp > ('2022-10-31T14:37:46')",
        "app.firstOpenTimestamp >= ('2022-10-31T07:37:47', 'America/Los_Angeles')",
        "app.firstOpenTimestamp < dateTime('2022-10-31T14:37:48')",
        "percent <= 39", "percent > 38", "percent between 38 and 39",
        "percent('abc') <= 47.594266", "percent('abc') > 47.594265", "percent('abc') between 20 and 60",
        "app.userProperty['plan'].exactlyMatches(['silver', 'gold'])",
        "app.userProperty['plan'].contains(['ol'])",
        "app.userProperty['plan'].notContains(['x'])", "app.userProperty['plan'].matches(['(?i)GOLD'])",
        "app.userProperty['age'] == 21", "app.userProperty['age'] != 20", "app.userProperty['age'] < 21.5",
        "app.userProperty['age'] <= 21", "app.userProperty['age'] > -1", "app.userProperty['age'] >= .5",
        "app.userProperty['empty'].exactlyMatches([''])",
        "app.customSignal['city'].contains(['Петер'])", "app.customSignal['level'] == 7.50",
        "app.customSignal['level'] > 7", "version(app.customSignal['build']) >= '1.2.9'",
        "version(app.customSignal['build']) < '1.3'", "version(app.customSignal['build']) == '1.2.10.0'",
        "app.audiences.inAtLeastOne(['old', 'new'])", "app.audiences.notInAtLeastOne(['old'])",
        "app.audiences.inAll(['new', 'buyers'])", "app.audiences.notInAll(['new', 'old'])",
        "app.importedSegments.inAtLeastOne(['vip'])",
        "app.firebaseInstallationId in ['u1', 'u2']",
        "app.operatingSystemAndVersion.contains(['iOS 17'])", "app.browserAndVersion.matches(['^Safari'])",
        "  device.os=='web'&&device.country  in['us']  ", "device.os == \"web\"",
    ])
    func `what fits holds`(text: String) throws {
        let expression = try ConditionExpression(parsing: text)

        #expect(expression.holds(in: .known))
        #expect(try ConditionExpression(parsing: expression.text) == expression)
        #expect(try ConditionExpression(parsing: expression.text).text == expression.text)
    }

    // R46, R48, R50, R51, R54
    @Test(arguments: [
        "false", "true && false", "app.id == '1:123:ios:abc'", "app.id != '1:123:web:abc'", "app.id in ['x']",
        "app.version.<(['2.9'])", "app.version.<=(['2.9.9'])", "app.version.>(['2.10.0'])",
        "app.version.>=(['2.10.1'])", "app.version.==(['2.1'])", "app.version.!=(['2.10.0'])",
        "app.version.exactlyMatches(['2.10.0'])", "app.version.contains(['3'])",
        "app.version.notContains(['9', '10'])", "app.version.matches(['^1'])", "app.build.<(['341'])",
        "device.os == 'android'", "device.os != 'web'", "device.country in ['RU']",
        "device.language in ['e']", "device.language in ['en-GB', 'eng']",
        "device.language in ['en-US-posix']",
        "dateTime < dateTime('2025-06-01T12:00:00')", "dateTime >= dateTime('2025-06-01T12:00:01')",
        "dateTime < dateTime('2025-06-01T05:00:00', 'America/Los_Angeles')",
        "app.firstOpenTimestamp <= ('2022-10-31T14:37:46')",
        "app.firstOpenTimestamp > ('2022-10-31T14:37:47')",
        "percent <= 38", "percent > 39", "percent between 39 and 60", "percent('abc') <= 47.594265",
        "percent('abc') > 47.594266", "percent('abc') between 47.594266 and 60",
        "app.userProperty['plan'].exactlyMatches(['Gold'])",
        "app.userProperty['plan'].notContains(['x', 'g'])",
        "app.userProperty['age'] == 20", "app.userProperty['plan'] != 5", "app.customSignal['word'] < 5",
        "version(app.customSignal['word']) != '1'", "version(app.customSignal['build']) < '1.2.10'",
        "app.audiences.inAtLeastOne(['old'])", "app.audiences.notInAtLeastOne(['old', 'new'])",
        "app.audiences.inAll(['new', 'old'])", "app.audiences.notInAll(['new', 'buyers'])",
        "app.importedSegments.notInAtLeastOne(['vip'])", "app.firebaseInstallationId in ['u1']",
        "app.operatingSystemAndVersion.contains(['Windows'])",
        "app.browserAndVersion.exactlyMatches(['Safari'])",
    ])
    func `what does not fit does not hold`(text: String) throws {
        let expression = try ConditionExpression(parsing: text)

        #expect(!expression.holds(in: .known))
        #expect(try ConditionExpression(parsing: expression.text) == expression)
    }

    // R49
    @Test(arguments: ["ru", "RU", "ru-RU", "ru_RU", "ru-Cyrl-RU", "RU_by"])
    func `a bare language is spoken in all its regions`(language: String) throws {
        var context = FlagContext.known
        context.language = language
        #expect(try ConditionExpression(parsing: "device.language in ['ru']").holds(in: context))
        let isThere =
            language.count > 2 && language.uppercased().hasSuffix("RU") && !language.contains("Cyrl")
        #expect(
            try ConditionExpression(parsing: "device.language in ['ru-ru']").holds(in: context) == isThere
        )
        #expect(try !ConditionExpression(parsing: "device.language in ['r', 'rus', 'en']").holds(in: context))
    }

    // R55
    @Test(arguments: [
        "app.id != 'x'", "app.version.!=(['1'])", "app.version.notContains(['1'])",
        "app.build.notContains(['1'])",
        "device.os != 'ios'", "device.country in ['US']", "device.language in ['en']",
        "app.firstOpenTimestamp > ('2000-01-01T00:00:00')", "percent > 0", "percent <= 100",
        "app.userProperty['k'].notContains(['1'])", "app.userProperty['k'] != 1",
        "app.customSignal['k'].notContains(['1'])", "app.customSignal['k'] != 1",
        "version(app.customSignal['k']) != '1'", "app.audiences.notInAtLeastOne(['a'])",
        "app.audiences.notInAll(['a'])", "app.importedSegments.notInAll(['a'])",
        "app.firebaseInstallationId in ['a']", "app.operatingSystemAndVersion.notContains(['a'])",
        "app.browserAndVersion.notContains(['a'])",
    ])
    func `nothing is true of what is missing`(text: String) throws {
        let expression = try ConditionExpression(parsing: text)

        #expect(!expression.holds(in: .unknown))
        #expect(expression.clauses(in: .unknown).map(\.input) == [nil])
        #expect(expression.isConstant == nil)
    }

    // R58
    @Test(arguments: [("1:1:ios:a", "ios"), ("1:1:android:b", "android"), ("1:123:web:abc", "web")])
    func `the platform is told by the id of the app`(id: String, platform: String) throws {
        var context = FlagContext.unknown
        context.appID = id

        #expect(try ConditionExpression(parsing: "device.os == '\(platform)'").holds(in: context))

        context.platform = FlagContext.Platform.allCases.first { $0.rawValue != platform }
        #expect(try !ConditionExpression(parsing: "device.os == '\(platform)'").holds(in: context))
    }

    @Test func `an app that is not of the web has no browser`() throws {
        var context = FlagContext.known
        context.platform = .android

        #expect(
            try !ConditionExpression(parsing: "app.browserAndVersion.contains(['Safari'])").holds(in: context)
        )
    }

    // R50
    @Test(arguments: [
        ("2025-03-09T01:59:59", "2025-03-09T09:59:59.000000Z"),
        // This time is skipped by the clock change: it counts as the time one hour later.
        ("2025-03-09T02:30:00", "2025-03-09T10:30:00.000000Z"),
        ("2025-03-09T03:00:00", "2025-03-09T10:00:00.000000Z"),
        ("2025-11-02T00:59:59", "2025-11-02T07:59:59.000000Z"),
        // This time occurs twice: the first one counts.
        ("2025-11-02T01:30:00", "2025-11-02T08:30:00.000000Z"),
        ("2025-11-02T02:00:00", "2025-11-02T10:00:00.000000Z"),
    ])
    func `a zone changes to daylight saving and back`(local: String, moment: String) throws {
        var context = FlagContext.unknown
        context.now = try #require(Timestamp(moment))
        let text = "dateTime >= dateTime('\(local)', 'America/Los_Angeles')"
        let expression = try ConditionExpression(parsing: text)

        #expect(expression.holds(in: context))
        context.now = context.now.advanced(by: .seconds(-1))
        #expect(!expression.holds(in: context))
    }

    // R51
    @Test(arguments: ["2022-10-31T14:37:47.123Z", "2022-10-31T14:37:47Z"])
    func `the first opening is read as phones send it`(sent: String) throws {
        var context = FlagContext.unknown
        let moment: Timestamp = try #require(Timestamp(sent))
        context.firstOpen = moment

        #expect(
            try ConditionExpression(parsing: "app.firstOpenTimestamp >= ('2022-10-31T14:37:47')").holds(
                in: context
            )
        )
        #expect(
            try !ConditionExpression(parsing: "app.firstOpenTimestamp > ('2022-10-31T14:37:48')").holds(
                in: context
            )
        )
    }

    @Test(arguments: [
        ("true && true", true), ("true && false", false), ("false && device.os == 'ios'", false),
        ("true && device.os == 'ios'", nil), ("percent <= 100", nil), ("percent > 100", false),
        ("percent between 5 and 5", false), ("device.os == 'ios' && device.os == 'web'", false),
        ("device.country in ['us', 'ca'] && device.country in ['CA']", nil),
    ])
    func `what is so for everybody is known`(text: String, isConstant: Bool?) throws {
        #expect(try ConditionExpression(parsing: text).isConstant == isConstant)
    }

    // R103
    @Test func `a clause tells what it compared and where it stands`() throws {
        let text = "app.version.>=(['2.9'])  &&  app.userProperty['no'] == 1 && percent('abc') <= 10"
        let expression = try ConditionExpression(parsing: text)

        let clauses = expression.clauses(in: .known)

        let scalars = Array(text.unicodeScalars)
        let written = clauses.map { clause in
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[clause.range])
            return String(part)
        }
        #expect(written == clauses.map(\.text))
        #expect(clauses.map(\.holds) == [true, false, false])
        #expect(clauses.map(\.input) == ["2.10", nil, "47.594266"])
        #expect(clauses[0].why.en == "It fits: 2.10.")
        #expect(clauses[1].why.en == "The value of app.userProperty['no'] is not known, so this is false.")
        #expect(clauses[2].why.en == "This installation stands at 47.594266 %.")
        #expect(expression.usesPercent)
    }
}
