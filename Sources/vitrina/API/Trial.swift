import Core
import Storage

/// The result of a command with `--dry-run`: the server undoes each change after its answer.
struct Trial: Sendable {
    private struct State {
        /// The current entries and releases, by id.
        var before: [String: JSON] = [:]
        /// The same entries and releases with all changes of the dry run.
        var after: [String: JSON] = [:]
        /// The uploads of the dry run, which later calls treat as existing.
        var uploads: [String] = []
        var hasTried = false
    }

    private let state = Locked(State())

    /// True if the command tried to change anything.
    var hasTried: Bool { state.value.hasTried }

    /// The current entry; nil if the change would create it.
    func before(_ id: String) -> JSON? { state.value.before[id] }

    func note(before content: JSON?) {
        guard let content, let id = content.id else { return }
        // Nothing is saved, so the first state remains the current one.
        state.update { state in if state.before[id] == nil { state.before[id] = content } }
    }

    func call(_ call: APICall) -> APICall {
        // Only uploads in the body are sent: the list of all of them may be too long for a header.
        let body = call.body.map { String(decoding: $0, as: UTF8.self) }
        let uploads = state.value.uploads.filter { body?.contains($0) ?? true }
        return call.with("X-Dry-Run", "true").with(
            "X-Dry-Run-Uploads",
            uploads.isEmpty ? nil : uploads.joined(separator: ",")
        )
    }

    /// Returns the answer with the earlier changes added; throws if the server has not undone the change.
    func taken(_ answer: APIAnswer, _ json: JSON, of call: APICall) throws(Failure) -> JSON {
        guard call.method != .get else { return json }
        guard answer.headers["x-dry-run"] == "true" else {
            throw Failure(
                .unexpected,
                "not-dry",
                Localized(
                    "Сервер не знает пробного запуска: изменение, возможно, сделано.",
                    "The server knows no dry run: the change may have been made."
                ),
                advice: [Localized("Обновите сервер.", "Bring the server up to date.")]
            )
        }
        return state.update { state in
            state.hasTried = true
            guard let id = json.id else { return json }
            if call.path == ["media"], !state.uploads.contains(id) { state.uploads.append(id) }
            guard let before = state.before[id] else { return json }
            // The server undoes each change, so the earlier ones of this command must be added.
            let after = state.after[id].map { json.adding($0, since: before) } ?? json
            state.after[id] = after
            return after
        }
    }
}

extension JSON {
    /// Returns this value with the changes of another one since `before`, if this one has not changed there.
    fileprivate func adding(_ other: JSON, since before: JSON) -> JSON {
        if self == before { return other }
        switch (self, other, before) {
        case (.object(let mine), .object(let theirs), .object(let was)):
            var members: [String: JSON] = [:]
            for name in Set(mine.keys).union(theirs.keys) {
                guard let value = mine[name], let change = theirs[name], let old = was[name] else {
                    let isUnchanged = mine[name] == was[name]
                    members[name] = isUnchanged ? theirs[name] : mine[name]
                    continue
                }
                members[name] = value.adding(change, since: old)
            }
            return .object(members)
        case (.array(let mine), .array(let theirs), .array(let was)):
            let kept = theirs.filter { mine.contains($0) || !was.contains($0) }
            return .array(kept + mine.filter { !was.contains($0) && !kept.contains($0) })
        case (_, _, _): return self
        }
    }
}
