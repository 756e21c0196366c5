import Core
@testable import Flags
import Storage
import TestSupport

/// Random conditions and contexts.
extension SeededRandom {
    mutating func clause() -> String {
        let order = pick(["<", "<=", ">", ">=", "==", "!="])
        let words = ["'a'", "'b'", "'a', 'b'", "'b', 'c'", "'x\\'y\\\\', '\\d'"]
        let list = pick(words)
        let method = pick(["exactlyMatches", "contains", "notContains", "matches"])
        // A text need not be a valid pattern.
        let texts = method == "matches" ? pick(["'a'", "'^b', 'c$'", "'\\\\d'"]) : list
        let clauses = [
            "true", "false", "app.id \(pick(["==", "!="])) 'a'", "app.id in [\(list)]",
            "app.version.\(order)(['1.\(below(3))'])", "app.build.\(method)([\(texts)])",
            "device.os \(pick(["==", "!="])) '\(pick(["ios", "android", "web"]))'",
            "device.country in ['\(pick(["RU", "us"]))']",
            "device.language in ['\(pick(["ru", "en_US"]))']",
            "dateTime \(pick(["<", ">="])) dateTime('2025-06-0\(1 + below(3))T00:00:00', 'Europe/Moscow')",
            "app.firstOpenTimestamp > ('2025-06-0\(1 + below(3))T00:00:00')",
            "percent('\(pick(["a", "b"]))') \(pick(["<=", ">"])) \(below(100)).\(below(100))",
            "percent between \(below(50)) and \(50 + below(50))",
            "app.userProperty['k'] \(order) \(below(3))", "app.customSignal['k'].\(method)([\(texts)])",
            "version(app.customSignal['v']) \(order) '1.\(below(3))'",
            "app.audiences.\(pick(GroupOperator.allCases.map(\.rawValue)))([\(list)])",
            "app.firebaseInstallationId in [\(list)]", "app.browserAndVersion.\(method)([\(texts)])",
        ]
        return pick(clauses)
    }

    mutating func expression() -> String {
        (0...below(4)).map { _ in clause() }.joined(separator: " && ")
    }

    mutating func tree(depth: Int) -> JSON {
        guard depth > 0, below(4) > 0 else { return .string(below(5) == 0 ? expression() : clause()) }
        switch below(5) {
        case 0: return ["not": tree(depth: depth - 1)]
        case 1, 2: return ["all": .array((0...below(2)).map { _ in tree(depth: depth - 1) })]
        case _: return ["any": .array((0...below(2)).map { _ in tree(depth: depth - 1) })]
        }
    }

    /// A context with every value, and all of them can be compared.
    mutating func context() -> FlagContext {
        let start = Timestamp("2025-06-01T00:00:00Z") ?? .earliest
        var context = FlagContext(now: start.advanced(by: .seconds(below(259_200))))
        context.instanceID = pick(["a", "b", "c", "d\(below(1000))"])
        context.appID = pick(["a", "b", "c"])
        // A browser exists only on the web; elsewhere every clause about it would be false, even a negated one.
        context.platform = .web
        context.appVersion = "1.\(below(3))"
        context.appBuild = pick(["a", "b", "abc", "x'y\\"])
        context.country = pick(["RU", "US"])
        context.language = pick(["ru", "en-US"])
        context.firstOpen = start.advanced(by: .seconds(below(259_200)))
        context.userProperties = ["k": "\(below(3))"]
        context.signals = ["k": pick(["a", "b", "cab", "5"]), "v": "1.\(below(3)).0"]
        context.audiences = Set(["a", "b", "c"].filter { _ in below(2) == 0 })
        context.segments = []
        context.operatingSystem = "a"
        context.browser = pick(["a", "b", "abc"])
        return context
    }
}
