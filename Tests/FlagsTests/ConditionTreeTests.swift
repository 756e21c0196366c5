import Core
@testable import Flags
import TestSupport
import Testing

struct ConditionTreeTests {
    private func plain(_ json: JSON) throws -> [String] {
        try ConditionTree(json: json).plain().map(\.text)
    }

    // R105
    @Test func `one list says what several conditions would`() throws {
        #expect(
            try plain(["any": ["device.country in ['RU']", "device.country in ['KZ', 'RU']"]])
                == ["device.country in ['RU', 'KZ']"]
        )
        #expect(
            try plain([
                "any": ["app.userProperty['a'].contains(['x'])", "app.userProperty['a'].contains(['y'])"]
            ])
                == ["app.userProperty['a'].contains(['x', 'y'])"]
        )
        #expect(
            try plain([
                "all": [
                    "percent <= 5",
                    ["any": ["app.audiences.inAtLeastOne(['a'])", "app.audiences.inAtLeastOne(['b'])"]],
                ]
            ]) == ["percent <= 5 && app.audiences.inAtLeastOne(['a', 'b'])"]
        )
    }

    // R105
    @Test func `other alternatives are conditions of their own`() throws {
        #expect(
            try plain(["any": ["device.os == 'ios'", "device.country in ['RU'] && percent <= 5"]])
                == ["device.os == 'ios'", "device.country in ['RU'] && percent <= 5"]
        )
        #expect(
            try plain(["all": [["any": ["device.os == 'ios'", "percent <= 5"]], "app.version.>=(['2'])"]])
                == ["device.os == 'ios' && app.version.>=(['2'])", "percent <= 5 && app.version.>=(['2'])"]
        )
        #expect(try plain(["any": ["false", "percent <= 5", "percent <= 5 && true"]]) == ["percent <= 5"])
        #expect(try plain(["any": ["false", "false && percent <= 5"]]) == ["false"])
    }

    // R105
    @Test(arguments: [
        ("app.version.<(['2'])", ["app.version.>=(['2'])"]),
        ("app.userProperty['a'] == 5", ["app.userProperty['a'] != 5"]),
        ("version(app.customSignal['a']) > '5'", ["version(app.customSignal['a']) <= '5'"]),
        ("device.os == 'ios'", ["device.os != 'ios'"]), ("app.id != 'a'", ["app.id == 'a'"]),
        ("app.id in ['a', 'b']", ["app.id != 'a' && app.id != 'b'"]),
        ("app.build.contains(['1', '2'])", ["app.build.notContains(['1', '2'])"]),
        ("app.audiences.inAll(['a'])", ["app.audiences.notInAll(['a'])"]), ("true", ["false"]),
        ("percent > 5", ["percent <= 5"]), ("percent between 5 and 10", ["percent <= 5", "percent > 10"]),
        ("dateTime < dateTime('2025-06-01T00:00:00')", ["dateTime >= dateTime('2025-06-01T00:00:00')"]),
        ("device.os == 'ios' && percent <= 5", ["device.os != 'ios'", "percent > 5"]),
    ])
    func `not is a negative operator`(text: String, expected: [String]) throws {
        #expect(try plain(["not": .string(text)]) == expected)
        #expect(
            try plain(["not": ["not": .string(text)]]) == [ConditionExpression(parsing: text).text]
        )
    }

    // R105
    @Test(arguments: [
        "device.country in ['RU']", "device.language in ['ru']", "app.firebaseInstallationId in ['a']",
        "app.version.exactlyMatches(['1'])", "app.userProperty['a'].matches(['1'])",
    ])
    func `what has no negative is refused in words`(text: String) throws {
        let tree = try ConditionTree(json: ["not": .string(text)])

        let fault = #expect(throws: ConditionFault.self) { try tree.plain() }
        #expect(fault?.detail.en == "there is no negative form of \(text)")
    }

    @Test func `a tree that would become too much is refused`() throws {
        let choice: (Int) -> JSON = {
            ["any": [.string("app.userProperty['a\($0)'] == 1"), .string("percent <= \($0)")]]
        }
        let wide: JSON = ["all": .array((1...8).map(choice))]
        let deep = (0..<12).reduce("true" as JSON) { json, _ in ["not": json] }

        #expect(throws: ConditionFault.self) { try ConditionTree(json: wide).plain() }
        #expect(throws: ConditionFault.self) { try ConditionTree(json: deep) }
    }

    @Test(
        arguments: [
            [:], ["all": []], ["some": ["true"]], ["all": ["true"], "any": ["true"]], ["all": "true"], 5,
        ] as [JSON]
    )
    func `another form is refused`(json: JSON) {
        #expect(throws: ConditionFault.self) { try ConditionTree(json: json) }
    }

    // R105
    @Test func `a tree and what it becomes agree`() throws {
        var random = Fuzz.random(17)
        var translated = 0
        for _ in 0..<Fuzz.rounds(2_000) {
            let tree = try ConditionTree(json: random.tree(depth: 3))
            #expect(try ConditionTree(json: tree.json) == tree)
            guard let plain = try? tree.plain() else { continue }
            translated += 1
            #expect(!plain.isEmpty)
            for expression in plain {
                #expect(try ConditionExpression(parsing: expression.text) == expression)
            }
            for _ in 0..<8 {
                let context = random.context()
                let agree = plain.contains { $0.holds(in: context) } == tree.holds(in: context)
                #expect(agree, "\(tree.json.text) became \(plain.map(\.text))")
            }
        }
        #expect(translated > 1_000)
    }
}

extension ConditionTree {
    fileprivate func holds(in context: FlagContext) -> Bool {
        switch self {
        case .all(let trees): trees.allSatisfy { $0.holds(in: context) }
        case .any(let trees): trees.contains { $0.holds(in: context) }
        case .not(let tree): !tree.holds(in: context)
        case .clause(let expression): expression.holds(in: context)
        }
    }
}
