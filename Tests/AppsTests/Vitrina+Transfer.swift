import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

extension Vitrina {
    /// The path of a type in the admin API.
    static func path(of type: String) -> String {
        "\(OpenAPI.prefix)/\(Catalog.module(of: type)?.name ?? "")/\(type)"
    }

    func export(_ type: String, _ query: String = "format=json") async throws -> [UInt8] {
        let reply = try await send(.get, "\(Self.path(of: type))/export?\(query)", as: Self.viewer)
        try #require(reply.status == 200, "\(reply.text)")
        return reply.bytes
    }

    func `import`(
        _ type: String,
        _ bytes: [UInt8],
        _ query: String = "format=json",
        headers: HTTPFields = [:],
        as author: Author = Self.editor
    ) async throws -> Reply {
        let path = "\(Self.path(of: type))/import?\(query)"
        return try await send(.post, path, bytes: bytes, headers: headers, as: author)
    }

    /// All entries of all types as exported, without values that depend on the time or the server.
    func everything() async throws -> [String: [JSON]] {
        var all: [String: [JSON]] = [:]
        for type in Catalog.types.map({ $0.type }) {
            let contents =
                try JSON(parsing: try await export(type.name, "format=json&archived=true")).array ?? []
            all[type.name] = contents.map { content in
                var members = content.object ?? [:]
                for name in ["version", "updated_at", "updated_by", "origin"] { members[name] = nil }
                return .object(members)
            }
        }
        return all
    }

    /// Imports everything but one type into another program, with the uploads of the examples.
    func copy(to other: Vitrina, except name: String) async throws {
        for type in Self.inOrder where type.name != name {
            let reply = try await other.import(type.name, try await export(type.name))
            try #require(reply.status == 200, "\(reply.text)")
        }
    }

    /// The types in an order with referenced ones first.
    private static var inOrder: [ContentType] {
        var (types, rest) = ([ContentType](), Catalog.types.map { $0.type })
        while let index = rest.firstIndex(where: { type in
            type.targets.allSatisfy { target in types.contains { $0.name == target } || target == type.name }
        }) {
            types.append(rest.remove(at: index))
        }
        return types + rest
    }

    /// The uploads that `world` uses.
    func addExampleUploads() async throws {
        _ = try await services.media.add(
            MediaFixture.png(width: 4, height: 3),
            name: "example.png",
            by: Self.editor
        )
        _ = try await services.media.add(
            MediaFixture.zip([("a.txt", "text")]),
            name: "example.zip",
            by: Self.editor
        )
    }
}

extension Vitrina.Reply {
    /// The numbers of a report: new, changed, unchanged, refused.
    var counts: [Int64] {
        ["new", "changed", "unchanged", "refused"].map { json["summary"]?[$0]?.integer ?? -1 }
    }

    /// The faults of a report or of a problem: `3 cost: must be a whole number`.
    var faults: [String] {
        (json["faults"]?.array ?? json["errors"]?.array ?? []).map { fault in
            let (line, column) = (fault["line"]?.integer ?? 0, fault["column"]?.string)
            return "\(line) \(column.map { "\($0): " } ?? "")\(fault["detail"]?.string ?? "")"
        }
    }
}
