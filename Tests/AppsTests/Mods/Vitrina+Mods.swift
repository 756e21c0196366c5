import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// Creates a separate program with the initial categories.
func withMods(
    _ kind: TestDatabase = .sqlite,
    settings: WebSettings = WebSettings(publicURL: "https://mall.example", rateLimit: 0),
    _ body: @Sendable (Vitrina) async throws -> Void
) async throws {
    try await withVitrina(kind, settings: settings) { vitrina in
        try await vitrina.addFirstContents()
        try await body(vitrina)
    }
}

/// Creates mods, valid by default: a test sets only the relevant fields.
extension Vitrina {
    static let modsAPI = "/admin/api/v1/mods"

    func archive(_ text: String = "mod", name: String = "mod.zip") async throws -> String {
        try await services.media.add(
            MediaFixture.zip([("mod.txt", text)]),
            name: name,
            by: Self.editor
        ).media.id
    }

    /// The id of an initial category.
    func modCategory(_ slug: String) async throws -> String {
        try await send(.get, "\(Self.modsAPI)/mod_categories/\(slug)").id
    }

    @discardableResult
    func mod(
        _ path: String,
        in categories: [String] = [],
        _ fields: [String: JSON] = [:],
        publish: Bool = true
    ) async throws -> String {
        var ids: [JSON] = []
        for category in categories { ids.append(.string(try await modCategory(category))) }
        var body: [String: JSON] = [
            "title": ["ru": .string("Мод «\(path)» — лучший")], "path": .string(path),
            "categories": .array(ids), "file_url": "https://files.example/a.zip",
            "image_url": "https://files.example/a.png",
        ]
        body.merge(fields) { _, new in new }
        return publish ? try await self.publish(ModFiles.self, body) : try await draft(ModFiles.self, body)
    }

    /// Sends a request of an app.
    func mods(_ path: String, headers: HTTPFields = [:]) async throws -> Reply {
        try await send(.get, "/mods\(path)", headers: headers, as: nil)
    }

    /// Returns the paths of a list, in its order.
    func modPaths(_ path: String) async throws -> [String] {
        try await mods(path).json["items"]?.array?.compactMap { $0["path"]?.string } ?? ["no list"]
    }

    func refuses(_ path: String, _ status: Int) async throws -> Bool {
        Self.isRefusal(try await mods(path), status)
    }

    /// True if a refusal is exactly the refusal of the contract.
    static func isRefusal(_ reply: Reply, _ status: Int) -> Bool {
        guard reply.status == status, case .object(let members) = reply.json, members.count == 1,
            case .object(let error)? = members["error"], Set(error.keys) == ["code", "message"]
        else { return false }
        return error["code"] == .integer(Int64(status)) && error["message"]?.string?.isEmpty == false
            && reply.headers[.contentType] == "application/json; charset=utf-8"
    }

    func decide(_ settings: [String: JSON]) async throws {
        _ = try await send(.patch, "/admin/api/v1/settings/mods", .object(settings), as: Self.owner)
    }
}
