import Core
@testable import Flags
import Foundation
import Testing

struct FlagSignalsTests {
    // R57
    @Test(arguments: [
        ("21", true), ("\"21\"", true), ("21.0", true), ("2.1e1", true), ("\"021\"", true), ("22", false),
    ])
    func `a number and its text compare alike`(json: String, holds: Bool) throws {
        var context = FlagContext.unknown
        context.signals["age"] = FlagContext.signal(try JSON(parsing: json))

        #expect(try ConditionExpression(parsing: "app.customSignal['age'] == 21").holds(in: context) == holds)
    }

    @Test(arguments: [JSON.null, [], [:]])
    func `what is no text and no number is no signal`(json: JSON) {
        #expect(FlagContext.signal(json) == nil)
    }

    // R57
    @Test func `a hundred signals are the most, and each is bounded`() {
        var context = FlagContext.unknown
        context.signals = Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", "v") })
        #expect(context.signalFaults(at: "#/customSignals").isEmpty)
        context.signals["one"] = "more"
        #expect(context.signalFaults(at: "#/customSignals").map(\.pointer) == ["#/customSignals"])

        context.signals = [
            "a/b": String(repeating: "ж", count: 501), "b": String(repeating: "ж", count: 500),
            String(repeating: "k", count: 251): "v", String(repeating: "k", count: 250): "v",
        ]
        #expect(context.signalFaults(at: "#/s").map(\.pointer) == ["#/s/a~1b", "#/s"])
    }
}
