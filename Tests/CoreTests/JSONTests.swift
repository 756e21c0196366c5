import Core
import Foundation
import Testing

struct JSONTests {
    static let readable: [(String, JSON)] = [
        ("null", .null), ("true", true), (" [ ] ", .array([])), ("{}", .object([:])), ("-0", 0), ("1.0", 1),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("2e3", 2000),
        ("0.1", .decimal(Decimal(string: "0.1") ?? 0)), (#""\u00e9\ud83d\ude00\/\"\\\n""#, "é😀/\"\\\n"),
        (#"{"a":[1,{"b":null}]}"#, ["a": [1, ["b": nil]]]),
    ]

    @Test(arguments: readable)
    func `what RFC 8259 allows is read`(text: String, json: JSON) throws {
        #expect(try JSON(parsing: text) == json)
        #expect(try JSON(parsing: json.text) == json)
    }

    @Test(arguments: [
        "", " ", "nul", "tru e", "01", "1.", ".5", "+1", "1e", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]",
        "\"\u{1}\"",
        "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"open", "[", "{\"a\"", "1e999", "{\"a\":1,\"a\":2}",
        "[] []", "NaN",
    ])
    func `anything else is malformed`(text: String) {
        #expect {
            _ = try JSON(parsing: text)
        } throws: {
            ($0 as? Problem)?.kind == .malformed
        }
    }

    @Test func `broken UTF-8 and deep nesting are malformed`() throws {
        #expect(throws: Problem.self) { try JSON(parsing: [0x22, 0xC3, 0x28, 0x22] as [UInt8]) }
        let depth = Limits.jsonDepthMax
        let nested = { (count: Int) in
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(try JSON(parsing: nested(depth)).array != nil)
        #expect(throws: Problem.self) { try JSON(parsing: nested(depth + 1)) }
    }

    /// Bytes that are almost JSON: nothing traps, and parsed values equal Foundation's.
    @Test func `random texts are read as Foundation reads them, or refused`() {
        var state: UInt64 = 1
        let alphabet = Array(#"{}[]",:0123456789.eE+-truefalsn\ub"#.utf8)
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            guard let json = try? JSON(parsing: bytes) else { continue }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(theirs != nil, "\(String(decoding: bytes, as: UTF8.self)) \(json)")
        }
    }

    @Test func `a merge patch changes, adds and takes away, as RFC 7396 has it`() {
        let before: JSON = ["a": ["b": 1, "c": 2], "d": [1]]

        #expect(
            before.merged(with: ["a": ["b": nil, "e": 3], "d": [2]]) == ["a": ["c": 2, "e": 3], "d": [2]]
        )
        #expect(before.merged(with: "x") == "x")
    }
}
