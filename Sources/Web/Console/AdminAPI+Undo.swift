import Core
import HTTPTypes

extension AdminAPI {
    /// Takes an act back, unless somebody has changed the thing since.
    func run(_ call: FlashMessage.Call, at address: String, _ method: HTTPRequest.Method) async throws {
        if let expected = call.expected, try await !holds(expected) {
            throw Problem(
                .stale,
                Localized("С тех пор это уже изменили.", "Somebody has changed this since.")
            )
        }
        let parts = address.split(separator: "?", maxSplits: 1)
        let query: Query = try parts.dropFirst().first.map { try Form(parsing: String($0)).fields } ?? []
        let path = parts.first.map { String($0) } ?? "/"
        do {
            try await send(method, path, query, body: call.body, version: call.version)
        } catch let problem as Problem where problem.kind == .unconditional {
            let now = try await get(path, query)
            let version = now["revision"]?.integer ?? now["version"]?.integer ?? 0
            try await send(method, path, query, body: call.body, version: version)
        }
    }

    private func holds(_ expected: FlashMessage.Expected) async throws -> Bool {
        let now = try await get(expected.path)
        return expected.members.allSatisfy { name, value in now.member(name) == value }
    }

    /// The call with what stands there right after the act, so that a later change of somebody else is noticed.
    ///
    /// It is about the members that the call would write, or about `names` of another path.
    package func guarded(
        _ call: FlashMessage.Call,
        by names: [String]? = nil,
        of path: String? = nil
    ) async throws -> FlashMessage.Call {
        var call = call
        guard case .request(_, let own) = call.target else { return call }
        let path = path ?? own
        let now = try await get(path)
        let names = names ?? call.body?.object.map { Array($0.keys) } ?? []
        let members = Dictionary(names.map { ($0, now.member($0)) }) { first, _ in first }
        call.expected = FlashMessage.Expected(path, members)
        return call
    }

    /// The call from the version, or revision, that the act has made.
    package func versioned(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> FlashMessage.Call
    {
        let now = try await get(path)
        return FlashMessage.Call(
            method,
            path,
            body,
            version: now["revision"]?.integer ?? now["version"]?.integer
        )
    }
}

extension JSON {
    /// A member, also of the settings, which are a list of names and values.
    fileprivate func member(_ name: String) -> JSON {
        if let value = self[name] { return value }
        return self["items"]?.array?.first { $0["name"]?.string == name }?["value"] ?? .null
    }
}
