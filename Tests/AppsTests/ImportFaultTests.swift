import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// All faults of a file are reported, by line and column, and nothing is written.
struct ImportFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let file: String
        let faults: [String]
        var query = "format=csv"

        var testDescription: String { "\(type) \(file.prefix(40).debugDescription)" }
    }

    private static let id = "0190a000-0000-7000-8000-000000000001"

    static let cases = [
        Case(
            type: "offers",
            file: "name.ru,cost,count,type,on_home,live_from\nA,x,-1,odd,maybe,soon\nB,1,2,single,1,\n",
            faults: [
                "2 cost: must be a whole number", "2 count: must be from 0 to 1000000",
                "2 live_from: must be a time like 2026-11-22T10:00:00Z", "2 on_home: must be true or false",
                "2 type: must be one of single, multiple, welcome_offer",
            ]
        ),
        Case(
            type: "offers",
            file: "name.ru,shop\n\"две\nстроки\",\(id)\nB,zara\n",
            faults: [
                "2 name.ru: must be one line without control characters",
                "4 shop: names “zara”, which is not among shops",
            ]
        ),
        Case(type: "offers", file: "name.ru,shop\nA,\(id)", faults: ["2 shop: is not one of shops"]),
        Case(
            type: "shops",
            file: "name.ru,images,cashback\nA,\(String(repeating: "a", count: 64)).png|x,\"1,234\"",
            faults: [
                "2 cashback: must have at most 2 digits after the point", "2 images: is not an uploaded file",
            ]
        ),
        Case(
            type: "tags",
            file: "name.ru\nA\n\"\(String(repeating: "ё", count: 300))\"",
            faults: ["3 name.ru: must have at most 100 characters, has 300"]
        ),
        Case(
            type: "tags",
            file: "id,name,name.ru,name.ru,color\n,,A,,",
            faults: [
                "1 name: is name.ru, name.en here, a column for each language",
                "1 name.ru: is a column twice",
                "1 color: is not a column of tags",
            ]
        ),
        Case(
            type: "tags",
            file: "id,state,position,name.ru\nx,odd,1.5,A\n\(id),,,B\n\(id.uppercased()),,,C\n,D",
            faults: [
                "2 id: must be a UUID",
                "2 state: must be one of draft, scheduled, live, ended, archived, trash",
                "2 position: must be a whole number up to 1152921504606846976", "4 id: is on line 3 already",
                "5 has 2 cells, but there are 4 columns",
            ]
        ),
        Case(
            type: "categories",
            file: "name.ru\nA",
            faults: ["1 slug: is not there as a column", "2 slug: is missing"],
            query: "key=slug"
        ),
        Case(
            type: "categories",
            file: "slug,name.ru\na,A\nb,B\na,C\n",
            faults: ["2 name: is missing", "4 slug: is on line 2 already"].suffix(1) + [],
            query: "key=slug"
        ),
        Case(
            type: "tags",
            file: "name.ru,name.en\n,B",
            faults: ["2 name.ru: is missing"],
            query: "publish=true"
        ),
        Case(type: "tags", file: "name.ru\n\"A", faults: ["2 has a quote that is never closed"]),
        Case(type: "tags", file: "", faults: ["1 is empty: it has no header"]),
        Case(type: "tags", file: "\u{FEFF}", faults: ["1 is empty: it has no header"]),
        Case(type: "tags", file: "name.ru\nA\0", faults: ["2 contains a NUL byte"]),
        Case(
            type: "tags",
            file:
                "[\n{\"live\": {\"name\": {\"en\": \"A\"}}},\n{\"draft\": {\"color\": 1}, \"x\": 1},\n{\"fields\": {}, \"live\": {}},\n{}\n]",
            faults: [
                "2 live.name.ru: is missing", "3 x: is not a member of an exported content",
                "4 fields: must not stand beside live or draft", "5 fields: must be there, or live, or draft",
            ],
            query: "format=json"
        ),
        Case(
            type: "tags",
            file: "[{\"id\": 5, \"position\": 1e30, \"created_at\": \"x\", \"fields\": {\"name\": 7}}]",
            faults: [
                "1 created_at: must be a time like 2026-11-22T10:00:00Z", "1 id: has a value of another kind",
                "1 position: must be a whole number up to 1152921504606846976",
            ],
            query: "format=json"
        ),
        Case(
            type: "tags",
            file: "[{\"fields\": {\"name\": {\"ru\": \"\\u0000\"}}}]",
            faults: ["1 fields.name.ru: must be one line without control characters"],
            query: "format=json"
        ),
        Case(
            type: "tags",
            file: "[{\"a\" 1}]",
            faults: ["1 This is not JSON: an unexpected character at byte 5."],
            query: "format=json"
        ),
    ]

    @Test(arguments: cases)
    func `every fault is told by its place`(example: Case) async throws {
        try await withVitrina { vitrina in
            let bytes = Array(example.file.utf8)

            let plan = try await vitrina.import(example.type, bytes, example.query + "&dry_run=true")
            #expect(plan.status == 200)
            #expect(plan.faults == example.faults)
            #expect(plan.json["fault_count"] == .integer(Int64(example.faults.count)))
            let refused = try await vitrina.import(example.type, bytes, example.query)
            #expect(refused.status == 422)
            #expect(refused.faults == example.faults)
            #expect(
                try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/\(example.type)").json["items"] == []
            )
        }
    }

    @Test func `pointers lead to the field of a row and into an array`() async throws {
        try await withVitrina { vitrina in
            let csv = try await vitrina.import("tags", Array("name.ru\n\"a\nb\"".utf8), "format=csv")
            #expect(csv.json["errors"]?.array?.first?["pointer"] == "#/name/ru")
            let json = try await vitrina.import(
                "tags",
                Array("[{\"fields\":{}},{\"draft\":{\"name\":5}}]".utf8)
            )
            #expect(json.json["errors"]?.array?.first?["pointer"] == "#/1/draft/name")
        }
    }

    @Test func `a thousand faults are shown and all are counted`() async throws {
        try await withVitrina { vitrina in
            let rows = (0..<3_000).map { _ in "x" }
            let csv = Array((["position"] + rows).joined(separator: "\n").utf8)
            let plan = try await vitrina.import("tags", csv, "dry_run=true")
            #expect(plan.faults.count == 1_000 && plan.json["fault_count"] == 3_000)
        }
    }

    @Test func `a workbook of Excel is named, whatever it is sent as`() async throws {
        try await withVitrina { vitrina in
            let workbook: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + Array("[Content_Types].xml".utf8)
            for query in ["format=csv", "format=json", "format=csv&dry_run=true"] {
                let reply = try await vitrina.import("tags", workbook, query)
                #expect(reply.faults.count == 1, "\(query)")
                #expect(reply.text.contains("is an Excel workbook, not a CSV table"), "\(reply.text)")
            }
        }
    }

    @Test func `a header alone is a file without rows`() async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.import(
                "tags",
                Array("\u{FEFF}name.ru;name.en\r\n;\r\n".utf8),
                "format=csv"
            )
            #expect(reply.status == 200 && reply.counts == [0, 0, 0, 0])
            #expect(try await vitrina.import("tags", Array("[]".utf8)).counts == [0, 0, 0, 0])
        }
    }

    @Test func `a file that is too large is refused before it is read`() async throws {
        try await withVitrina { vitrina in
            let size: HTTPFields = [.contentLength: String(Limits.importSizeMax + 1)]
            let reply = try await vitrina.import("tags", [], headers: size)
            #expect(reply.status == 413)
        }
    }

    @Test(arguments: ["format=xml", "key=slug", "publish=yes", "x=1", "missing=never", "origin=", "limit=5"])
    func `a parameter that is none of an import is refused`(query: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.import("tags", Array("name.ru\nA".utf8), query)
            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.count == 1)
        }
    }

    @Test(arguments: [
        "format=xml", "bom=1", "separator=x", "references=name", "limit=5", "sort=title", "shop=1",
        "state=odd",
    ])
    func `a parameter that is none of an export is refused`(query: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/offers/export?\(query)")
            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.count == 1, "\(reply.text)")
        }
    }

    @Test func `a fault by lines is the last of them`() async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.import(
                "tags",
                Array("name.ru,color\nA,b".utf8),
                "format=csv",
                headers: [.accept: "application/x-ndjson"]
            )
            #expect(reply.status == 200)
            let last = try JSON(parsing: String(reply.text.split(separator: "\n").last ?? ""))
            #expect(last["problem"]?["status"] == 422)
            #expect(last["problem"]?["errors"]?.array?.first?["column"] == "color")
        }
    }
}
