import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

// R106: one parameter or condition, with the versions and tags of the whole.
struct FlagPartTests {
    private let parameter: JSON = [
        "parameter": ["defaultValue": ["value": "5"], "valueType": "NUMBER"], "group": "Numbers",
        "note": ["title": "Пять"],
    ]

    // R106
    @Test(arguments: TestDatabase.all)
    func `a parameter is read, published and removed by itself`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let read = try await wire.look("parameters/a")
            #expect(read.etag == "\"1\"" && read.json["parameter"]?["defaultValue"] == ["value": "1"])
            let made = try await wire.change(.put, "parameters/five", parameter, from: 1, note: "five")
            #expect(made.status == 200 && made.etag == "\"2\"", "\(made.text)")
            #expect(made.json["group"] == "Numbers" && made.json["note"]?["title"] == "Пять")
            #expect(made.json["parameter"]?["valueType"] == "NUMBER")

            // The other APIs show it as a version like any other.
            let whole = try await wire.template()
            #expect(whole.etag == "etag-123456789012-2")
            #expect(whole.json["parameterGroups"]?["Numbers"]?["parameters"]?["five"] != nil)
            #expect(whole.json["version"]?["description"] == "five")
            #expect(try await wire.fetch().entries == ["a": "1", "five": "5"])
            let items = try await wire.look("parameters").json.items
            #expect(items.map { $0["key"] } == ["a", "five"])

            #expect(try await wire.change(.delete, "parameters/five", from: 2).status == 204)
            #expect(try await wire.look("parameters/five").status == 404)
            #expect(try await wire.number() == 3)
        }
    }

    // M125
    @Test func `a parameter of the query is known and of its kind, and an empty one is absent`() async throws
    {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            for query in ["key=a", "namespace=firebase&limit=x", "cursor=x"] {
                #expect(try await wire.look("versions?\(query)").status == 422, "\(query)")
            }
            #expect(try await wire.look("versions/1/diff?from=x").status == 422)
            #expect(try await wire.look("google?compare=x").status == 422)
            #expect(try await wire.look("promotion").status == 422)
            let list = try await wire.look("versions?namespace=&limit=&cursor=")
            #expect(list.status == 200 && list.json.items.count == 1)
            let diff = try await wire.look("versions/1/diff?from=0&namespace=")
            #expect(diff.json["from"] == 0 && diff.json["changes"]?.array?.count == 1)
        }
    }

    // R106
    @Test(arguments: TestDatabase.all)
    func `a condition is read, published, moved and removed by itself`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .exampleFlags) { wire in
            let read = try await wire.look("conditions/new%20ios")
            #expect(read.etag == "\"1\"" && read.json["at"] == 1)
            let body: JSON = ["expression": "device.os == 'web'", "tagColor": "TEAL", "at": 0]
            let made = try await wire.change(.put, "conditions/web", body, from: 1)
            #expect(made.status == 200 && made.json["at"] == 0 && made.etag == "\"2\"", "\(made.text)")
            let moved = try await wire.change(
                .put,
                "conditions/web",
                ["expression": "false", "at": 99],
                from: 2
            )
            #expect(moved.json["at"] == 4 && moved.json["expression"] == "false")
            let names = try await wire.look("conditions").json["items"]?.array?.compactMap { $0["name"] }
            #expect(names == ["gold", "new ios", "russian", "half", "web"])

            #expect(try await wire.change(.delete, "conditions/gold", from: 3).status == 204)
            let title = try await wire.look("parameters/title").json["parameter"]
            #expect(title?["conditionalValues"]?.object?.keys.sorted() == ["russian"])
        }
    }

    // R106, R23
    @Test(arguments: TestDatabase.all)
    func `what is stale, faulty or not there is refused and changes nothing`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let wrong: JSON = ["parameter": ["defaultValue": ["value": "x"], "valueType": "NUMBER"]]
            let replies: [(Vitrina.Reply, Int)] = [
                (try await wire.change(.put, "parameters/b", parameter), 428),
                (try await wire.change(.put, "parameters/b", parameter, from: 0), 412),
                (try await wire.change(.delete, "parameters/a", from: 2), 412),
                (try await wire.change(.put, "parameters/b", wrong, from: 1), 422),
                (try await wire.change(.put, "parameters/1b", parameter, from: 1), 422),
                (try await wire.change(.put, "parameters/b", ["parametre": [:]], from: 1), 422),
                (try await wire.change(.put, "conditions/c", ["expression": "||"], from: 1), 422),
                (try await wire.change(.put, "conditions/c", [:], from: 1), 422),
                (try await wire.change(.delete, "parameters/b", from: 1), 404),
                (try await wire.change(.delete, "conditions/c", from: 1), 404),
                (try await wire.change(.delete, "parameters/a", from: 1), 422),
                (try await wire.change(.put, "parameters/b", parameter, from: 1, as: Vitrina.viewer), 403),
                (try await wire.look("parameters/b"), 404), (try await wire.look("conditions/c"), 404),
            ]
            for (reply, status) in replies { #expect(reply.status == status, "\(reply.text)") }
            #expect(try await wire.number() == 1)
        }
    }

    // R106, R23
    @Test(arguments: TestDatabase.all)
    func `of many who publish a part of one version exactly one wins`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let statuses = try await atOnce(0..<6) { number in
                try await wire.change(.put, "parameters/k\(number)", parameter, from: 1).status
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 5))
            #expect(try await wire.number() == 2)
        }
    }
}
