@testable import Apps
import Flags
import Testing
@testable import Web

/// JSON compared line by line on the pages of flags (R100).
struct FlagCodeDiffTests {
    private func marks(_ before: String, _ after: String) throws -> [String] {
        try #require(FlagCodeDiff(from: before, to: after)).lines.map { line in
            switch line.kind {
            case .same: "  " + line.text
            case .removed: "- " + line.text
            case .added: "+ " + line.text
            case .left: "…"
            }
        }
    }

    // R100
    @Test func `only the lines that differ are marked`() throws {
        let before = #"{"title":"Что внутри","items":["2 000 модов"],"icon":"check"}"#
        let after = #"{"icon":"check","items":["2 400 модов","Без рекламы"],"title":"Что внутри"}"#
        #expect(
            try marks(before, after) == [
                "  {", #"    "icon": "check","#, #"-   "items": ["2 000 модов"],"#,
                #"+   "items": ["2 400 модов", "Без рекламы"],"#, #"    "title": "Что внутри""#, "  }",
            ]
        )
    }

    @Test func `what is far from a change is left out`() throws {
        let list = (1...40).map(String.init).joined(separator: ",")
        let lines = try marks("[\(list)]", "[\(list),41]")
        let wanted = ["…", "    37,", "    38,", "    39,", "-   40", "+   40,", "+   41", "  ]"]
        #expect(lines == wanted, "\(lines)")
    }

    @Test func `a new value is added as a whole, a long one in lines`() throws {
        let long = String(repeating: "x", count: 70)
        let lines = try marks("", #"{"a":{"b":"\#(long)","c":[]},"d":{}}"#)
        #expect(
            lines == [
                "+ {", #"+   "a": {"#, #"+     "b": "\#(long)","#, #"+     "c": []"#, "+   },",
                #"+   "d": {}"#, "+ }",
            ]
        )
    }

    @Test(arguments: ["true", "5", "hello", "{", "[1", #""{""#, " {}"])
    func `anything else is no code`(text: String) {
        #expect(FlagCodeDiff(from: text, to: "{}") == nil)
        #expect(FlagCodeDiff(from: "[]", to: text) == nil)
    }

    @Test func `what is too long is told otherwise`() {
        let many = "[" + Array(repeating: "1", count: 3_000).joined(separator: ",") + "]"
        #expect(FlagCodeDiff(from: "[]", to: many) == nil)
        #expect(FlagCodeDiff(from: "[]", to: "[" + String(repeating: " ", count: 70_000) + "]") == nil)
    }
}
