import Core

/// Changes entries of one type through the API.
struct ContentEditor: Sendable {
    let type: ContentType
    let session: Session
    var note: String?

    func content(_ id: String) async throws -> JSON {
        try await session.api.get(type.path + [id])
    }

    /// The references to an entry.
    func uses(_ id: String) async throws -> [JSON] {
        try await session.api.get(type.path + [id, "uses"])["items"]?.array ?? []
    }

    /// Sends a change that is made from `version`, or from any version if `version` is nil.
    ///
    /// A precondition failure lists the later versions and the fields that differ.
    func send(_ call: APICall, of id: String, from version: Int64?) async throws -> JSON {
        do {
            let call = version.map { call.ifMatch($0) } ?? call.with("If-Match", "*")
            return try await session.api.send(call.note(note))
        } catch var failure as Failure where failure.code == Problem.Kind.stale.rawValue {
            failure.advice = await advice(failure, on: id, since: version ?? 0)
            throw failure
        }
    }

    private func advice(_ failure: Failure, on id: String, since version: Int64) async -> [Localized] {
        // The change is refused in any case; a history that cannot be read must not hide the cause.
        let entries = (try? await session.api.get(type.path + [id, "history"]))?["items"]?.array ?? []
        let table = ContentTable(type: type, session: session)
        let later = entries.filter { ($0["version"]?.integer ?? 0) > version }.map { entry in
            let (number, by) = (entry["version"]?.integer ?? 0, entry["by"]?.string ?? "")
            let (action, at) = (table.action(entry), session.clock.text(entry["at"]))
            return Localized(
                "версия \(number): \(action), \(by), \(at)",
                "version \(number): \(action) by \(by), \(at)"
            )
        }
        let before = entries.first { $0["version"]?.integer == version && $0["fields"]?.object != nil }?[
            "fields"
        ]
        let now = failure.current?["fields"]
        let names = (type.fields.map(\.name) + ContentType.windowNames).filter { before?[$0] != now?[$0] }
        guard before != nil, now != nil, !names.isEmpty else { return later }
        let list = names.joined(separator: ", ")
        return later + [Localized("другие поля: \(list)", "fields that differ: \(list)")]
    }

    /// Prints the changed entry, with a note about the action.
    func answer(_ content: JSON, _ done: Localized) {
        session.answer(content) {
            ContentTable(type: type, session: session).list([content])
        }
        session.note(done)
        for warning in content["warnings"]?.array ?? [] where warning["level"] == "warning" {
            let pointer = warning["pointer"]?.string ?? "#"
            let name = Fault(pointer, Localized(same: "")).name
            session.report(Localized(same: "  \(name): \(warning["detail"]?.string ?? "")"))
        }
    }
}
