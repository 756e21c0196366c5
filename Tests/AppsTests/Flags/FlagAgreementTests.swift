import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

// R96, R103, D42: every API gives the same value for the same inputs.
struct FlagAgreementTests {
    private struct Person {
        let platform: String
        let id: String
        let version: String
        let country: String
        let language: String
        let signals: [String: String]

        init(_ random: inout SeededRandom) {
            platform = random.pick(["ios", "android", "web"])
            id = "c\(Int.random(in: 0..<50, using: &random))"
            version = random.pick(["1.9", "2.0.0", "2.10", "2.9.9", "x"])
            country = random.pick(["ru", "RU", "DE", "us"])
            language = random.pick(["ru", "ru_RU", "en-US", "de"])
            let plans = ["gold", "silver", "", "Золото"]
            signals =
                Bool.random(using: &random)
                ? ["plan": random.pick(plans), "age": "\(Int.random(in: 0..<99, using: &random))"] : [:]
        }

        var fetch: JSON {
            [
                "app_id": .string("1:1:\(platform):a"), "app_instance_id": .string(id),
                "app_version": .string(version),
                "country_code": .string(country), "language_code": .string(language),
                "custom_signals": .object(signals.mapValues { .string($0) }),
            ]
        }

        var ofrep: JSON {
            var context: [String: JSON] = signals.mapValues { .string($0) }
            context["targetingKey"] = .string(id)
            context["platform"] = .string(platform)
            context["appVersion"] = .string(version)
            context["country"] = .string(country)
            context["language"] = .string(language)
            return ["context": .object(context)]
        }
    }

    private static let clauses = [
        "device.os == 'ios'", "device.os != 'web'", "app.version.>=(['2.0'])", "app.version.<(['2.10'])",
        "device.country in ['RU', 'KZ']", "device.language in ['ru', 'ru-RU']", "percent <= 30",
        "percent('a') > 50", "percent('b') between 20 and 80",
        "app.customSignal['plan'].exactlyMatches(['gold'])",
        "app.customSignal['plan'].notContains(['o'])", "app.customSignal['age'] >= 18",
        "app.customSignal['none'] != 1", "true", "false",
    ]

    private static func template(_ random: inout SeededRandom) -> JSON {
        let names = (0..<Int.random(in: 1...6, using: &random)).map { "c\($0)" }
        let conditions: [JSON] = names.map { name in
            let count = Int.random(in: 1...3, using: &random)
            let expression = (0..<count).map { _ in random.pick(clauses) }.joined(separator: " && ")
            return ["name": .string(name), "expression": .string(expression)]
        }
        var parameters: [String: JSON] = [:]
        for index in 0..<8 {
            let (type, values) = random.pick([
                ("STRING", ["", "текст", "\"x\"\n"]), ("BOOLEAN", ["true", "FALSE"]),
                ("NUMBER", ["2", "-0.5", ".25", "007"]),
                ("JSON", ["{\"a\":[1,2.50]}", "\"s\"", "7"]),
            ])
            func value() -> JSON {
                Int.random(in: 0..<6, using: &random) == 0
                    ? ["useInAppDefault": true] : ["value": .string(random.pick(values))]
            }
            var parameter: [String: JSON] = ["valueType": .string(type)]
            if Int.random(in: 0..<5, using: &random) > 0 { parameter["defaultValue"] = value() }
            var conditional: [String: JSON] = [:]
            for name in names where Bool.random(using: &random) { conditional[name] = value() }
            parameter["conditionalValues"] = .object(conditional)
            parameters["p\(index)"] = .object(parameter)
        }
        return ["conditions": .array(conditions), "parameters": .object(parameters)]
    }

    @Test(arguments: Array(UInt64(1)...20))
    func `fetch, OFREP and the explanation agree`(seed: UInt64) async throws {
        try await withFlagWire { wire in
            var random = SeededRandom(seed: seed)
            let template = Self.template(&random)
            #expect(try await wire.put(template).status == 200)
            for _ in 0..<20 {
                let person = Person(&random)
                let entries = try await wire.fetch(person.fetch.text).entries?.object ?? [:]
                let flags = try await wire.evaluate(nil, person.ofrep.text).json["flags"]?.array ?? []
                let explained = try explained(wire, person)
                #expect(flags.count == 8)
                for flag in flags {
                    let key = flag["key"]?.string ?? ""
                    let type = template["parameters"]?[key]?["valueType"]?.string
                    let text = entries[key]?.string
                    #expect(Self.isSame(flag["value"], text, type), "\(key) of \(person)")
                    #expect(explained[key]?.outcome.value?.text == text)
                    #expect(flag["metadata"]?["condition"]?.string == explained[key]?.outcome.condition)
                    let single = try await wire.evaluate(key, person.ofrep.text).json
                    // The list has the version of the whole template, and a single flag has its own.
                    #expect(single["metadata"]?["condition"] == flag["metadata"]?["condition"])
                    var alone = single.object ?? [:]
                    alone["metadata"] = flag["metadata"]
                    #expect(.object(alone) == flag)
                }
            }
        }
    }

    private func explained(
        _ wire: FlagWire,
        _ person: Person
    ) throws -> [String: FlagExplanation.Parameter] {
        var context = FlagContext(now: wire.vitrina.clock.now)
        context.appID = "1:1:\(person.platform):a"
        context.instanceID = person.id
        context.appVersion = person.version
        context.country = person.country
        context.language = person.language
        context.signals = person.signals
        let project = try #require(wire.vitrina.services.flags.live.state.project(FlagWire.id))
        let parameters = try #require(project["firebase"]).compiled.explain(context).parameters
        return Dictionary(uniqueKeysWithValues: parameters.map { ($0.outcome.key, $0) })
    }

    /// True if OFREP's value equals the text of a fetch, by the type of the flag.
    private static func isSame(_ value: JSON?, _ text: String?, _ type: String?) -> Bool {
        guard let value, let text else { return value == nil && text == nil }
        return switch type {
        case "BOOLEAN": value.bool == (text.lowercased() == "true")
        case "NUMBER":
            switch value {
            case .integer(let number): Double(number) == Double(text)
            case .decimal(let number): "\(number)" == text.replacing(#/^(-?)\./#) { $0.output.1 + "0." }
            case _: false
            }
        case "JSON": (try? JSON(parsing: text)) == value
        case _: value.string == text
        }
    }
}
