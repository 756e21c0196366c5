import Core
import HTTPTypes

extension AdminAPI {
    /// What one request that takes an act back has come to.
    struct Undone: Sendable {
        var done = 0
        /// Why the rest was left as it is, in the language of who asks.
        var refusals: [String] = []
    }

    /// Takes an act back, unless somebody has changed the thing since.
    func run(_ call: Notice.Call) async throws -> Undone {
        if let expected = call.expected, try await !holds(expected) {
            throw Problem(
                .stale,
                Localized("С тех пор это уже изменили.", "Somebody has changed this since.")
            )
        }
        let method = HTTPRequest.Method(rawValue: call.method) ?? .get
        let parts = call.path.split(separator: "?", maxSplits: 1)
        let query: Query = try parts.dropFirst().first.map { try Form(parsing: String($0)).fields } ?? []
        let path = parts.first.map { String($0) } ?? "/"
        let answer: JSON
        do {
            answer = try await send(method, path, query, body: call.body, version: call.version)
        } catch let problem as Problem where problem.kind == .unconditional {
            let now = try await get(path, query)
            let version = now["version"]?.integer ?? 0
            answer = try await send(
                method,
                path,
                query,
                body: call.body,
                version: now["revision"]?.integer ?? version
            )
        }
        guard let failures = answer["failures"]?.array, answer["failed"] != nil else {
            return Undone(done: 1)
        }
        let done = Int(clamping: answer["changed"]?.integer ?? 0)
        return Undone(done: done, refusals: failures.map { ListActs.reason($0) })
    }

    private func holds(_ expected: Notice.Expected) async throws -> Bool {
        let now = try await get(expected.path)
        return expected.members.allSatisfy { name, value in now.member(name) == value }
    }

    /// The call with what stands there right after the act, so that a later change of somebody else is noticed.
    ///
    /// It is about the members that the call would write, or about `names` of another path.
    package func guarded(
        _ call: Notice.Call,
        by names: [String]? = nil,
        of path: String? = nil
    ) async throws -> Notice.Call {
        var call = call
        let path = path ?? call.path
        let now = try await get(path)
        let names = names ?? call.body?.object.map { Array($0.keys) } ?? []
        let members = Dictionary(names.map { ($0, now.member($0)) }) { first, _ in first }
        call.expected = Notice.Expected(path, members)
        return call
    }

    /// The call from the version, or revision, that the act has made.
    package func versioned(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Notice.Call
    {
        let now = try await get(path)
        return Notice.Call(
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

extension Notice.Call {
    /// Takes back the changes that have made these versions of entries of one type.
    ///
    /// `keepsDraft` leaves what was published as the draft, since somebody has typed it.
    package static func reverting(
        _ changes: [(id: String, version: Int64)],
        at path: String,
        keepsDraft: Bool = false
    ) -> [Notice.Call] {
        stride(from: 0, to: changes.count, by: Limits.undoBatch).map { start in
            let part = changes[start..<min(start + Limits.undoBatch, changes.count)]
            return Notice.Call(
                "POST",
                "\(path)/bulk",
                [
                    "action": "revert", "ids": .array(part.map { .string($0.id) }),
                    "versions": .array(part.map { .integer($0.version) }), "mode": "each",
                    "keep_draft": .bool(keepsDraft),
                ]
            )
        }
    }

    /// The same for one entry as the admin API has answered; nothing where the act has changed nothing.
    package static func reverting(
        _ entry: JSON,
        since version: Int64?,
        at path: String,
        keepsDraft: Bool = false
    ) -> [Notice.Call] {
        guard let id = entry["id"]?.string, let made = entry["version"]?.integer, made != version else {
            return []
        }
        return reverting([(id, made)], at: path, keepsDraft: keepsDraft)
    }

    /// The same for an entry that has gone to the trash from this version of it; that is answered without a body.
    package static func reverting(removalOf entry: JSON, at path: String) -> [Notice.Call] {
        guard let id = entry["id"]?.string, let version = entry["version"]?.integer else { return [] }
        return reverting([(id, version + 1)], at: path)
    }

    /// The same for what a bulk change has answered that lists what it has changed.
    static func reverting(report: JSON, at path: String) -> [Notice.Call] {
        let ids = report["changed_ids"]?.array?.compactMap(\.string) ?? []
        let versions = report["changed_versions"]?.array?.compactMap(\.integer) ?? []
        return reverting(zip(ids, versions).map { ($0, $1) }, at: path)
    }
}
