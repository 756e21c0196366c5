import Core
@testable import Flags
import Testing

struct ConditionFaultTests {
    // R46, R47, R56
    @Test(arguments: [
        ("", 0..<0), ("   ", 3..<3), ("True", 0..<4), ("true &&", 7..<7), ("true true", 5..<9),
        ("true & true", 5..<6), ("true || true", 5..<7), ("!true", 0..<1), ("(true)", 0..<1),
        ("true && !(false)", 8..<9), ("app.id", 6..<6), ("app.id = 'x'", 7..<8), ("app.id == ''", 10..<12),
        ("app.id == x", 10..<11), ("app.id == 'x", 10..<12), ("app.id in []", 11..<12),
        ("app.id in ['x'", 14..<14), ("app.name == 'x'", 0..<8),
        ("app.version == '1'", 12..<14), ("app.version.<('1')", 14..<15),
        ("app.version.<(['1', '2'])", 15..<23),
        ("app.version.<(['1.x'])", 15..<20), ("app.version.<(['1.2.3.4.5.6'])", 15..<28),
        ("app.version.is(['1'])", 12..<14), ("app.version.matches(['a(b'])", 23..<24),
        ("app.version.matches(['\\'(?=a)'])", 24..<27), ("app.build.~(['1'])", 10..<11),
        ("device.os == 'iOS'", 13..<18), ("device.os in ['ios']", 10..<12),
        ("device.country == 'US'", 15..<17), ("device.country in ['USA']", 19..<24),
        ("device.country not in ['US']", 15..<18), ("device.language in ['e n']", 20..<25),
        ("dateTime <= dateTime('2025-06-01T00:00:00')", 9..<11),
        ("dateTime < '2025-06-01T00:00:00'", 11..<12),
        ("dateTime < dateTime('2025-02-30T00:00:00')", 20..<41),
        ("dateTime < dateTime('2025-06-01T00:00:00', 'Moon/Sea')", 43..<53),
        ("dateTime < dateTime('2025-06-01T00:00:00', '../etc')", 43..<51),
        ("dateTime < dateTime('2025-06-01T00:00:00Z', 'GMT')", 20..<42),
        ("app.firstOpenTimestamp == ('2025-06-01T00:00:00')", 23..<25),
        ("percent < 10", 8..<9), ("percent >= 10", 8..<10), ("percent == 10", 8..<10),
        ("percent <= 101", 11..<14),
        ("percent <= -1", 11..<13), ("percent <= 1.1234567", 11..<20), ("percent <= ten", 11..<14),
        ("percent <= '10'", 11..<12), ("percent <= 1.2.3", 11..<12), ("percent between 10 to 20", 19..<21),
        ("percent between 20 and 10", 16..<25), ("percent('a b') <= 1", 8..<13),
        ("percent('abcdefghijklmnopqrstuvwxyzabcdefg') <= 1", 8..<43),
        ("app.userProperty.k == 1", 16..<17), ("app.userProperty[''] == 1", 17..<19),
        ("app.userProperty['k'] == '1'", 25..<26), ("app.userProperty['k'] ~ 1", 22..<23),
        ("app.userProperty['k'].is(['1'])", 22..<24), ("app.customSignal['k'] == 1e3", 25..<28),
        ("version(app.userProperty['k']) == '1'", 8..<11), ("version(app.customSignal['k']) >= 1", 34..<35),
        ("version(app.customSignal['k']) >= 'a'", 34..<37),
        ("app.audiences.in(['a'])", 14..<16), ("app.audiences == 'a'", 14..<16),
        ("app.importedSegments.inAll([])", 28..<29), ("app.firebaseInstallationId == 'a'", 27..<29),
        ("app.operatingSystemAndVersion.<(['1'])", 30..<31), ("app.browserAndVersion == 'a'", 22..<24),
        ("кофе == 'a'", 0..<1),
    ])
    func `what is malformed is told with its place`(text: String, range: Range<Int>) {
        let fault = #expect(throws: ConditionFault.self) { try ConditionExpression(parsing: text) }

        #expect(fault?.range == range)
        #expect(fault?.detail.ru.isEmpty == false)
        #expect(fault?.detail.en.isEmpty == false)
    }

    // R47
    @Test(arguments: [("true || true", "OR"), ("!true", "NOT"), ("(true)", "parentheses")])
    func `what is not allowed is called by its name`(text: String, word: String) {
        let fault = #expect(throws: ConditionFault.self) { try ConditionExpression(parsing: text) }

        #expect(fault?.detail.en.contains(word) == true)
    }

    @Test func `fifty clauses and fifty installations are the most`() throws {
        func clauses(_ count: Int) -> String {
            Array(repeating: "true", count: count).joined(separator: " && ")
        }
        func installations(_ count: Int) -> String {
            "app.firebaseInstallationId in [\((0..<count).map { "'i\($0)'" }.joined(separator: ","))]"
        }

        _ = try ConditionExpression(parsing: clauses(50))
        _ = try ConditionExpression(parsing: installations(50))
        #expect(throws: ConditionFault.self) { try ConditionExpression(parsing: clauses(51)) }
        #expect(throws: ConditionFault.self) { try ConditionExpression(parsing: installations(51)) }
    }

    @Test func `an expression is bounded`() {
        let text = "app.id == '" + String(repeating: "a", count: Limits.flagExpressionLengthMax) + "'"

        #expect(throws: ConditionFault.self) { try ConditionExpression(parsing: text) }
    }
}
