import Core
import Storage

/// The published entries at a later moment, with all scheduled changes applied.
struct HomeForecast: Sendable {
    let agenda: Agenda
    let contents: ContentStore
    let live: LiveState
    let now: Timestamp

    func live(at moment: Timestamp) async throws -> LiveState {
        guard moment > now else { return live }
        // The agenda does not cover a longer period.
        let latest = now.advanced(by: .seconds(Int64(Limits.agendaDaysMax) * 86_400 - 60))
        var state = live
        var cursor: String?
        repeat {
            let query = try AgendaQuery(until: min(moment, latest), cursor: cursor, at: now)
            let page = try await agenda.page(query, at: now)
            for entry in page.elements where entry.state != .failed {
                for change in Self.changes(entry) { state = try await apply(change, to: state) }
            }
            cursor = page.next
        } while cursor != nil
        return state
    }

    private struct Change {
        let action: Schedule.Action
        let type: ContentType
        let id: String

        init?(_ action: Schedule.Action, _ typeName: String?, _ id: String) {
            guard let type = Mall().types.first(where: { $0.type.name == typeName })?.type else {
                return nil
            }
            (self.action, self.type, self.id) = (action, type, id)
        }
    }

    /// The changes of an agenda entry; windows open and close by themselves.
    private static func changes(_ entry: Agenda.Entry) -> [Change] {
        switch entry.action {
        case .release: entry.items.compactMap { Change($0.action, $0.type, $0.id) }
        case .publish: [Change(.publish, entry.type, entry.id)].compactMap { $0 }
        case .withdraw: [Change(.withdraw, entry.type, entry.id)].compactMap { $0 }
        case .open, .close: []
        }
    }

    private func apply(_ change: Change, to state: LiveState) async throws -> LiveState {
        guard change.action == .publish else { return state.removing(change.id, of: change.type.name) }
        let content = try await contents.content(change.id, of: change.type)
        return state.replacing(
            LiveContent(
                id: change.id,
                type: change.type,
                position: content.position,
                createdAt: content.createdAt,
                body: content.fields
            )
        )
    }
}
