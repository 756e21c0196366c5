import Core

/// Changes entries of one type through the API.
struct ContentEditor: Sendable {
    let type: ContentType
    let session: Session
    var note: String?

    func content(_ id: String) async throws -> Content.Answer {
        try await session.api.get(type.path + [id], as: Content.Answer.self)
    }

    /// The references to an entry.
    func uses(_ id: String) async throws -> Page<JSON> {
        try await session.api.get(type.path + [id, "uses"], as: Page<JSON>.self)
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
        let path = type.path + [id, "history"]
        let entries = (try? await session.api.get(path, as: Page<HistoryEntry>.self))?.elements ?? []
        let later = entries.filter { $0.version > version }.map { entry in
            let (number, by) = (entry.version, entry.author)
            let (action, at) = (session.text(entry.action.title), session.clock.text(entry.at))
            return Localized(
                "версия \(number): \(action), \(by), \(at)",
                "version \(number): \(action) by \(by), \(at)"
            )
        }
        let before = entries.first { $0.version == version && $0.body != nil }?.body
        let now = try? failure.current?.get("fields", as: Body.self)
        let names = (type.fields.map(\.name) + ContentType.windowNames).filter { before?[$0] != now?[$0] }
        guard before != nil, now != nil, !names.isEmpty else { return later }
        let list = names.joined(separator: ", ")
        return later + [Localized("другие поля: \(list)", "fields that differ: \(list)")]
    }

    /// Prints the changed entry, with a note about the action.
    func answer(_ json: JSON, _ done: Localized) throws {
        let content = try Content.Answer(json: json)
        session.answer(json) {
            ContentTable(type: type, session: session).list([content])
        }
        session.note(done)
        for warning in content.warnings where warning.level == .warning {
            let name = Fault(warning.pointer, warning.detail).name
            session.report(Localized(same: "  \(name): \(session.text(warning.detail))"))
        }
    }
}
