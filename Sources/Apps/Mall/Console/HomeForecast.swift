import Core
import Storage
import Web

/// The published entries at a later moment, with all scheduled changes applied.
struct HomeForecast: Sendable {
    let api: AdminAPI
    let live: LiveState
    let now: Timestamp

    func live(at moment: Timestamp) async throws -> LiveState {
        guard moment > now else { return live }
        // The agenda does not reach further ahead.
        let latest = now.advanced(by: .seconds(Int64(Limits.agendaDaysMax) * 86_400 - 60))
        var state = live
        var cursor: String?
        repeat {
            var query: AdminAPI.Query = [("until", min(moment, latest).description)]
            if let cursor { query.append(("cursor", cursor)) }
            let page = try await api.get("/agenda", query)
            for entry in page["items"]?.array ?? [] where entry["state"] != "failed" {
                for change in Self.changes(entry) { state = try await apply(change, to: state) }
            }
            cursor = page["next"]?.string
        } while cursor != nil
        return state
    }

    private struct Change {
        let action: String
        let type: ContentType
        let id: String

        init?(_ json: JSON) {
            guard let action = json["action"]?.string, ["publish", "withdraw"].contains(action),
                let id = json["id"]?.string,
                let type = Mall().types.first(where: { $0.type.name == json["type"]?.string })?.type
            else { return nil }
            (self.action, self.type, self.id) = (action, type, id)
        }
    }

    /// Windows open and close by themselves; the other changes are publications, alone or in a release.
    private static func changes(_ entry: JSON) -> [Change] {
        (entry["items"]?.array ?? [entry]).compactMap { Change($0) }
    }

    private func apply(_ change: Change, to state: LiveState) async throws -> LiveState {
        guard change.action == "publish" else { return state.removing(change.id, of: change.type.name) }
        let content = try await api.get("/mall/\(change.type.name)/\(change.id)")
        return state.replacing(
            LiveContent(
                id: change.id,
                type: change.type,
                position: content["position"]?.integer ?? 0,
                createdAt: content["created_at"]?.string.flatMap { Timestamp($0) } ?? now,
                body: content["fields"]?.object ?? [:]
            )
        )
    }
}
