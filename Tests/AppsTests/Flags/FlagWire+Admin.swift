import Apps
import Core
import Flags
import HTTPTypes
import Storage
import TestSupport
import Web

extension FlagWire {
    static let admin = "/admin/api/v1/flags/demo-app"

    /// A change by staff; `version` is sent as `If-Match`.
    func change(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        from version: Int64? = nil,
        note: String? = nil,
        as author: Author = Vitrina.owner,
        project: String = FlagWire.admin
    ) async throws -> Vitrina.Reply {
        var headers: HTTPFields = [:]
        headers[.ifMatch] = version.map { "\"\($0)\"" }
        if let name = HTTPField.Name("X-Note") { headers[name] = note }
        return try await vitrina.send(method, "\(project)/\(path)", body, headers: headers, as: author)
    }

    func look(_ path: String) async throws -> Vitrina.Reply {
        try await vitrina.send(.get, "\(Self.admin)/\(path)", as: Vitrina.viewer)
    }

    /// Edits the current draft, and publishes it if `publish` is true.
    func edit(_ edits: JSON, publish: Bool = false, note: String? = nil) async throws -> Vitrina.Reply {
        let draft = try await look("draft").json
        return try await change(
            .patch,
            "draft",
            ["edits": edits, "publish": .bool(publish)],
            from: draft["revision"]?.integer,
            note: note
        )
    }

    /// Publishes the draft unchanged, or schedules this.
    func publishDraft(at moment: Timestamp? = nil) async throws -> Vitrina.Reply {
        let draft = try await look("draft").json
        var body: JSON = [:]
        if let moment { body = ["at": .string(moment.description)] }
        return try await change(.put, "draft/publication", body, from: draft["revision"]?.integer)
    }

    /// The number of the version that apps see.
    func number() async throws -> Int64? { try await look("template").json["number"]?.integer }
}
