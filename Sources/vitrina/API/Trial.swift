import Core
import Storage

/// What a command with `--dry-run` has tried out: every change is sent as one that the server undoes.
struct Trial: Sendable {
    private struct State {
        /// The contents and releases as they are, by id.
        var before: [String: JSON] = [:]
        /// The same as all that was tried out would leave them.
        var after: [String: JSON] = [:]
        /// Uploads that were tried out, which later calls take to be there.
        var uploads: [String] = []
        var hasTried = false
    }

    private let state = Locked(State())

    /// Something would have been changed.
    var hasTried: Bool { state.value.hasTried }

    /// The content as it is; nil where the change would make it.
    func before(_ id: String) -> JSON? { state.value.before[id] }

    func note(before content: JSON?) {
        guard let content, let id = content["id"]?.string else { return }
        // The first is the present state; a later one is the same.
        state.update { state in if state.before[id] == nil { state.before[id] = content } }
    }

    func call(_ call: APICall) -> APICall {
        // Those that the call may refer to: there may be more of them than one call can name.
        let body = call.body.map { String(decoding: $0, as: UTF8.self) }
        let uploads = state.value.uploads.filter { body?.contains($0) ?? true }
        return call.with("X-Dry-Run", "true").with(
            "X-Dry-Run-Uploads",
            uploads.isEmpty ? nil : uploads.joined(separator: ",")
        )
    }

    /// What the answer says together with those before it; throws where the server has not undone the change.
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
            guard let id = json["id"]?.string else { return json }
            if call.path == ["media"], !state.uploads.contains(id) { state.uploads.append(id) }
            guard let before = state.before[id] else { return json }
            // Each change was tried out by itself, so what others of this command would do is added.
            let after = state.after[id].map { json.adding($0, since: before) } ?? json
            state.after[id] = after
            return after
        }
    }
}

extension JSON {
    /// This value with what another has changed in `before`, where this one has not.
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
