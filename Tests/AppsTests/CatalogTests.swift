import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Every content type in every interpreter: a new type is tested automatically.
struct CatalogTests {
    static let names = Catalog.types.map { $0.type.name }

    static let pairs = TestDatabase.all.flatMap { kind in names.map { (kind, $0) } }

    @Test func `no two types share a name, and each belongs to one app`() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Set(Catalog.types.map { $0.type.singular }).count == Self.names.count)
        #expect(Set(Catalog.apps.map(\.publicPrefix)).count == Catalog.apps.count)
        for name in Self.names { #expect(Catalog.module(of: name) != nil) }
    }

    @Test(arguments: names)
    func `a declaration is sound`(name: String) throws {
        let type = try declared(name)
        let fieldNames = type.fields.map(\.name)
        let readOnly = ["id", "version", "state", "position", "live_from", "live_until", "published_at"]

        #expect(Set(fieldNames).count == fieldNames.count)
        #expect(Set(fieldNames).isDisjoint(with: readOnly))
        #expect(type.field(type.titleField)?.isTitle == true)
        #expect(type.field(type.titleField)?.isOptional == false)
        #expect(type.fields.filter { $0.kind == .slug }.count <= 1)
        let window = type.window == .none ? [] : ContentType.windowNames
        for rule in type.rules { #expect((fieldNames + window).contains(rule.field)) }
        for other in type.row {
            let shared = try declared(other).row
            #expect(shared == type.row, "\(name) shares its row with \(other)")
        }
        for target in type.targets { #expect(Self.names.contains(target)) }
        for field in type.fields {
            #expect(field.name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
            #expect(!field.title.ru.isEmpty && !field.title.en.isEmpty)
            if case .choice(let choices) = field.kind {
                #expect(!choices.isEmpty && Set(choices.map(\.name)).count == choices.count)
            }
            if field.isImmediate { #expect(field.kind == .bool) }
            if case .table(let columns, let rowsMax) = field.kind {
                #expect(!columns.isEmpty && Set(columns.map(\.name)).count == columns.count)
                #expect(columns.allSatisfy { $0.name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil })
                #expect(1...Field.tableRowsMax ~= rowsMax && !field.isFilter)
            }
        }
        // The initial value of a field must be valid.
        let initial = try type.body([:], patchedBy: type.initialBody)
        #expect(initial == type.initialBody)
    }

    @Test(arguments: TestDatabase.all)
    func `a type's table is what its declaration says`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            for type in Catalog.types.map({ $0.type }) {
                let table = type.createTable(for: database.dialect)
                let migrated = try await database.read { try $0.shape(of: type.name) }
                let declared = try await database.write { connection in
                    try connection.execute("DROP TABLE \(name: type.name)")
                    try connection.script(table)
                    return try connection.shape(of: type.name)
                }

                #expect(migrated == declared, "a migration is missing; the table should be\n\(table)")
            }
        }
    }

    @Test(arguments: pairs)
    func `an example goes in, is published, and comes back unchanged`(
        kind: TestDatabase,
        name: String
    ) async throws {
        let type = try declared(name)
        try await withVitrina(kind) { vitrina in
            let body = Example.body(of: type, in: try await vitrina.world(for: type))
            let path = try path(of: name)

            let draft = try await vitrina.send(.post, path, .object(body))
            #expect(draft.status == 201, "\(draft.text)")
            #expect(draft.json["fields"] == .object(body))
            #expect(draft.json["live"] == .null)
            #expect(vitrina.services.live.state[name][draft.id] == nil)

            let live = try await vitrina.send(
                .put,
                "\(path)/\(draft.id)/publication",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(live.status == 200, "\(live.text)")
            let read = try await vitrina.send(.get, "\(path)/\(draft.id)", as: Vitrina.viewer)
            #expect(read.json["live"] == .object(body))
            #expect(read.json["fields"] == .object(body))
            let content = try #require(vitrina.services.live.state[name][draft.id])
            for field in type.fields {
                #expect(content.json(field.name) == body[field.name], "\(field.name)")
            }

            let again = try await vitrina.send(
                .patch,
                "\(path)/\(draft.id)",
                .object(body),
                headers: [.ifMatch: "\"2\""]
            )
            #expect(again.json["version"] == 2, "saving what is there is no change")
        }
    }

    @Test(arguments: names)
    func `every field refuses what it cannot hold, at its place`(name: String) async throws {
        let type = try declared(name)
        try await withVitrina { vitrina in
            let path = try path(of: name)
            // Some entries are initial ones.
            let before = try await vitrina.send(.get, path).json["items"]
            for field in type.fields {
                for (value, place) in Example.badValues(of: field.kind) {
                    let reply = try await vitrina.send(.post, path, [field.name: value])

                    #expect(reply.status == 422, "\(field.name) took \(value.text.prefix(60))")
                    let pointers = reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string }
                    #expect(pointers == ["#/\(field.name)\(place)"], "\(value.text.prefix(60))")
                }
            }
            let list = try await vitrina.send(.get, path)
            #expect(list.json["items"] == before)
        }
    }

    @Test(arguments: names)
    func `unknown and read-only names are refused, all at once`(name: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(
                .post,
                try path(of: name),
                ["id": "x", "version": 5, "no_such_field": 1, "a/b": 1]
            )

            #expect(reply.status == 422)
            let pointers = reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string }
            #expect(Set(pointers ?? []) == ["#/id", "#/version", "#/no_such_field", "#/a~1b"])
        }
    }

    @Test(arguments: names)
    func `an empty content is a draft that names all it lacks when it is published`(name: String) async throws
    {
        let type = try declared(name)
        try await withVitrina { vitrina in
            let path = try path(of: name)

            let draft = try await vitrina.send(.post, path, .object([:]))
            #expect(draft.status == 201, "\(draft.text)")
            let refused = try await vitrina.send(
                .put,
                "\(path)/\(draft.id)/publication",
                headers: [.ifMatch: "\"1\""]
            )

            #expect(refused.status == 422)
            let pointers = Set(refused.json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? [])
            let missing = type.fields.filter { !$0.isOptional && $0.initial == nil }.map { "#/\($0.name)" }
            #expect(pointers.isSuperset(of: missing))
        }
    }

    private func declared(_ name: String) throws -> ContentType {
        try #require(Catalog.types.first { $0.type.name == name }).type
    }

    private func path(of name: String) throws -> String {
        "\(OpenAPI.prefix)/\(try #require(Catalog.module(of: name)).name)/\(name)"
    }
}

extension Field {
    fileprivate var isTitle: Bool {
        switch kind {
        case .text, .localizedText: true
        case .richText, .integer, .decimal, .bool, .choice, .date, .timestamp, .slug, .url, .phone, .image,
            .images,
            .file, .reference, .references, .points, .table:
            false
        }
    }
}

extension Connection {
    /// The definition of a table in the database: its columns with their types, and its constraints.
    fileprivate func shape(of table: String) throws -> [String] {
        switch dialect {
        case .sqlite:
            try rows(
                "SELECT sql FROM sqlite_master WHERE tbl_name = \(table) AND sql IS NOT NULL ORDER BY name"
            )
            .map { try $0.get("sql") }
        case .postgres:
            try rows(
                """
                SELECT column_name || ' ' || data_type || ' ' || is_nullable AS line, ordinal_position AS place
                FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = \(table)
                UNION ALL
                SELECT pg_get_constraintdef(oid), 1000 FROM pg_constraint
                WHERE conrelid = to_regclass(quote_ident(\(table)))
                ORDER BY place, line
                """
            ).map { try $0.get("line") }
        }
    }
}
