import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A member of staff in the console, with access to the whole admin API.
struct UndoHand: Sendable {
    let vitrina: Vitrina
    let cookie: HTTPFields

    func read(_ path: String) async throws -> JSON {
        let reply = try await vitrina.send(.get, UndoWorld.api + path, as: Vitrina.owner)
        #expect(reply.status == 200, "\(path): \(reply.text)")
        return reply.json
    }

    func write(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        from version: Int64? = nil
    ) async throws -> JSON {
        var headers: HTTPFields = [:]
        headers[.ifMatch] = version.map { "\"\($0)\"" }
        let reply = try await vitrina.send(
            method,
            UndoWorld.api + path,
            body,
            headers: headers,
            as: Vitrina.owner
        )
        #expect([200, 201].contains(reply.status), "\(path): \(reply.text)")
        return reply.json
    }

    /// Sends a form of the console and undoes its action; then the data at `place` must be as before.
    ///
    /// `names` are the members that are compared, or all if it is empty; `meanwhile` runs between the two.
    func undoes(
        _ path: String,
        _ form: [(String, String)],
        of place: String,
        only names: [String] = [],
        meanwhile: () async throws -> Void = {}
    ) async throws -> String {
        let before = try await read(place)
        let body = form.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        let notice = try await post(path, body)
        let (changed, same) = (try await read(place), Self.kept(before, names))
        #expect(Self.kept(changed, names) != same, "\(path) changes nothing")
        try await meanwhile()
        let told = try await words(try await post("/undo", "id=\(notice)"))
        guard told.hasPrefix("Отменено: ") else { return told }
        let back = Self.kept(try await read(place), names)
        #expect(back == same, "\(path): \(back.text)\nwas \(same.text)")
        return told
    }

    /// Removes the members that every change updates.
    private static func kept(_ json: JSON, _ names: [String] = []) -> JSON {
        switch json {
        case .object(let members):
            .object(
                members.filter { names.isEmpty ? !moving.contains($0.key) : names.contains($0.key) }
                    .mapValues { kept($0) }
            )
        case .array(let items): .array(items.map { kept($0) })
        case .null, .bool, .integer, .decimal, .string: json
        }
    }

    private static let moving: Set = [
        "id", "created_at", "updated_at", "updated_by", "changed_at", "changed_by", "version", "revision",
        "added_by", "events", "is_signed_in", "push", "devices",
    ]

    private func post(_ path: String, _ form: String) async throws -> String {
        let reply = try await vitrina.postForm(path, form, cookie: cookie)
        try #require(reply.status == 303, "\(path): \(reply.status) \(reply.text.prefix(900))")
        return try #require(reply.notice, "\(path)")
    }

    private func words(_ notice: String) async throws -> String {
        let staff = try #require(try await vitrina.services.staff.list(by: Vitrina.owner).first).id
        return try await vitrina.services.notices.find(notice, of: staff)?.text ?? ""
    }
}
