import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Web

/// The guarantees of each list for staff, tested on all lists.
@Suite struct ResourceTests {
    private static let resources = Catalog.resources.map { $0.resource }.map { resource in
        resource.owner == nil ? resource : resource.of(HostileWorld.Flag.project)
    }
    /// A reader of the list, with or without the right to read people.
    private static func reader(_ resource: Resource) -> Author {
        // A scoped list has only rows of its owner, and this reader owns none.
        let whole: Set<Permission> = resource.scope == nil ? [] : [.manageStaff]
        return Author.viewer("Rita", may: whole.union([.readContent, .readPeople, resource.right]))
    }
    private static let nobody = Author.viewer("Nina", may: [])

    @Test(arguments: TestDatabase.all)
    func `rows hold every column, and pages join up in every order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            _ = try await HostileWorld(vitrina)
            for resource in Self.resources {
                for order in [nil] + resource.orders.map({ Optional($0.name) }) {
                    let sort = order.map { "&sort=\($0)" } ?? ""
                    let all = try await Self.get(vitrina, resource, "?count=true&limit=200\(sort)").json
                    let rows = all["items"]?.array ?? []
                    #expect(!rows.isEmpty, "\(resource.name) has no row in this test")
                    #expect(all["count"]?.integer == Int64(rows.count), "\(resource.name)")
                    var (joined, cursor): ([JSON], String?) = ([], nil)
                    repeat {
                        let next = cursor.map { "&cursor=\($0.percentEncoded)" } ?? ""
                        let page = try await Self.get(vitrina, resource, "?limit=1\(sort)\(next)").json
                        joined += page["items"]?.array ?? []
                        cursor = page["next"]?.string
                    } while cursor != nil && joined.count <= rows.count
                    #expect(joined == rows, "\(resource.name) by \(order ?? "id")")
                }
                let row =
                    try await Self.get(vitrina, resource, "?limit=1").json.items.first ?? .null
                for column in resource.columns {
                    let (parent, last) = Self.split(column.name)
                    #expect(row.member(at: parent).object?[last] != nil, "\(resource.name).\(column.name)")
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `each filter narrows the list, and refuses what it does not know`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await HostileWorld(vitrina)
            for resource in Self.resources {
                let all = try await Self.get(vitrina, resource, "?count=true").json["count"]?.integer ?? 0
                for filter in resource.filters {
                    for (query, isKnown) in Self.queries(filter, world) {
                        let reply = try await Self.get(vitrina, resource, "?count=true&\(query)")
                        #expect(
                            reply.status == (isKnown ? 200 : 422),
                            "\(resource.name)?\(query) \(reply.text)"
                        )
                        if isKnown { #expect(reply.json["count"]?.integer ?? .max <= all, "\(query)") }
                    }
                }
                for query in [
                    "no=1", "limit=0", "limit=x", "limit=\(Limits.pageSizeMax + 1)", "count=x", "sort=no",
                    "cursor=%00",
                ] {
                    let reply = try await Self.get(vitrina, resource, "?\(query)")
                    #expect(reply.status == 422, "\(resource.name)?\(query)")
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `rights decide what is read, done and taken along`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            _ = try await HostileWorld(vitrina)
            for resource in Self.resources {
                #expect(try await Self.get(vitrina, resource, "", as: Self.nobody).status == 403)
                let masked = try await Self.get(vitrina, resource, "?limit=200", as: Vitrina.viewer).json
                for column in resource.columns where column.right != nil {
                    for row in masked["items"]?.array ?? [] {
                        #expect(row.member(at: column.name) == .null, "\(resource.name).\(column.name)")
                    }
                }
                let path = Self.path(resource)
                let id = resource.source.kind == .id ? "01a1fdfa-4600-75de-8fa6-937343400000" : "none"
                for action in resource.actions {
                    func status(_ id: String, _ author: Author) async throws -> Int {
                        let act = ([path] + action.address(of: id)).joined(separator: "/")
                        let body: JSON? = action.inputs.isEmpty ? nil : [:]
                        return try await vitrina.send(action.method, act, body, as: author).status
                    }
                    let name = "\(path) \(action.name)"
                    #expect(try await status(id, Self.nobody) == 403, "\(name)")
                    // A missing input is refused before the row is looked up.
                    guard action.place == .change || !action.inputs.contains(where: \.isRequired) else {
                        #expect(try await status(id, Vitrina.owner) == 422, "\(name)")
                        continue
                    }
                    // A row that is made without any input has no id to be missing.
                    guard action.place != .create else { continue }
                    #expect(try await status(id, Vitrina.owner) == 404, "\(name)")
                    #expect(try await status("no", Vitrina.owner) == 404, "\(name)")
                }
                for id in [id, "no"] {
                    let one = try await vitrina.send(.get, "\(path)/\(id)", as: Self.reader(resource))
                    #expect(one.status == 404, "\(path)/\(id)")
                }
                guard resource.isExported else { continue }
                let export = try await vitrina.send(.get, "\(path)/export", as: Self.reader(resource))
                let lines = export.text.split(separator: "\r\n")
                let count = try await Self.get(vitrina, resource, "?count=true").json["count"]?.integer
                #expect(
                    export.status == 200
                        && lines.first.map(String.init) == resource.header.joined(separator: ",")
                )
                #expect(Int64(lines.count) >= (count ?? .max) + 1, "\(resource.name)")
                #expect(try await vitrina.send(.get, "\(path)/export", as: Self.nobody).status == 403)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `each list has a page, and a page for each row, in both languages`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await HostileWorld(vitrina)
            for resource in Self.resources where !resource.isEmbedded {
                let row = try await Self.get(vitrina, resource, "?limit=1").json.items.first
                for language in Language.allCases {
                    let page = try await vitrina.send(
                        .get,
                        "\(resource.path)?lang=\(language.rawValue)",
                        headers: world.cookie,
                        as: nil
                    )
                    #expect(
                        page.status == 200 && page.text.contains(resource.title[language]),
                        "\(resource.path)"
                    )
                    for column in resource.columns where column.place == .table || column.place == .main {
                        #expect(page.text.contains(column.title[language]), "\(resource.path) \(column.name)")
                    }
                    for tab in resource.tabs { #expect(page.text.contains(tab.title[language])) }
                    guard resource.hasPage, let id = row.flatMap(Self.id) else {
                        continue
                    }
                    let one = try await vitrina.send(
                        .get,
                        "\(resource.path)/\(id)?lang=\(language.rawValue)",
                        headers: world.cookie,
                        as: nil
                    )
                    #expect(one.status == 200, "\(resource.path)/\(id)")
                    for part in resource.parts where part.isShown {
                        #expect(one.text.contains(part.title[language]))
                    }
                }
            }
        }
    }

    @Test func `no input takes a value of another kind`() {
        for resource in Self.resources {
            for action in resource.actions {
                for input in action.inputs {
                    if case .some = input.checked(Self.wrong(input)) {
                        Issue.record("\(resource.name) \(action.name) \(input.name)")
                    }
                }
            }
        }
    }

    // MARK: Parts

    private static func wrong(_ input: ResourceInput) -> JSON {
        func long(_ lengthMax: Int) -> JSON { .string(String(repeating: "a", count: lengthMax + 1)) }
        return switch input.kind {
        case .text(let lengthMax), .paragraph(let lengthMax): long(lengthMax)
        case .password: long(Limits.passwordLengthMax)
        case .texts(_, let lengthMax): [long(lengthMax)]
        case .choices: ["nonsense"]
        case .choice, .bool, .moment, .row: "nonsense"
        case .number(let range): .integer(range.upperBound + 1)
        }
    }

    private static func path(_ resource: Resource) -> String {
        (["/admin/api/v1"] + resource.address).joined(separator: "/")
    }

    private static func get(
        _ vitrina: Vitrina,
        _ resource: Resource,
        _ query: String,
        as author: Author? = nil
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(.get, path(resource) + query, as: author ?? reader(resource))
    }

    private static func id(_ row: JSON) -> String? {
        row["id"]?.string ?? row["id"]?.integer.map { String($0) } ?? row["text"]?.string
    }

    private static func split(_ name: String) -> (parent: String, last: String) {
        let parts = name.split(separator: ".").map(String.init)
        return (parts.dropLast().joined(separator: "."), parts.last ?? "")
    }

    /// The queries of a filter, with the expected acceptance of each.
    private static func queries(_ filter: ResourceFilter, _ world: HostileWorld) -> [(String, Bool)] {
        let name = filter.name
        let id = "01a1fdfa-4600-75de-8fa6-937343400000"
        return switch filter.kind {
        case .words:
            [
                ("\(name)=a", true), ("\(name)=\(id)", true),
                ("\(name)=\(String(repeating: "a", count: 400))", false),
            ]
        case .person, .content, .id: [("\(name)=\(id)", true), ("\(name)=x", false)]
        case .choice(let options, _), .tabs(let options):
            options.map { ("\(name)=\($0.value)", true) } + [("\(name)=nonsense", false)]
        case .bool: [("\(name)=true", true), ("\(name)=false", true), ("\(name)=1", false)]
        case .number(let range, _, _):
            [
                ("\(name)=\(range.lowerBound)", true), ("\(name)=\(range.upperBound + 1)", false),
                ("\(name)=x", false),
            ]
        case .period:
            [
                ("from=2026-01-01T00:00:00Z", true), ("until=2026-01-01T00:00:00Z", true), ("from=x", false),
                ("until=x", false),
            ]
        case .phone: [("\(name)=03", true), ("\(name)=x", false)]
        case .name(_, let lengthMax):
            [("\(name)=a", true), ("\(name)=\(String(repeating: "a", count: lengthMax + 1))", false)]
        }
    }
}
