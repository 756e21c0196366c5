import Core
import HTTPTypes
import Web

/// Moves a story to the trash with its pages: all of them, or none.
struct StoryRemoval: Sendable {
    private static let groups = "/stories/\(StoryGroups.type.name)"
    private static let pages = "/stories/\(StoryPages.type.name)"

    /// As the board has it.
    let group: JSON
    let api: AdminAPI

    private var id: String { group["id"]?.string ?? "" }
    private var pages: [JSON] { group["pages"]?.array ?? [] }

    /// Answers the ids of the pages that went.
    func carryOut() async throws -> [String] {
        try await requireNoOtherUses()
        var gone: [JSON] = []
        do {
            // They go first, as the story stays while they refer to it.
            for page in pages {
                let path = "\(Self.pages)/\(page["id"]?.string ?? "")"
                try await api.send(.delete, path, version: page["version"]?.integer)
                gone.append(page)
            }
            try await api.send(.delete, "\(Self.groups)/\(id)", version: group["version"]?.integer)
        } catch {
            await bringBack(gone)
            throw error
        }
        return gone.compactMap { $0["id"]?.string }
    }

    /// A page whose published version stands here and whose draft elsewhere is none of those that go.
    private func requireNoOtherUses() async throws {
        let own = Set(pages.compactMap { $0["id"]?.string })
        let uses = try await api.get("\(Self.groups)/\(id)/uses")["items"]?.array ?? []
        let others = uses.filter { !own.contains($0["id"]?.string ?? "") }
        guard !others.isEmpty else { return }
        let title = group["title"]?.string ?? ""
        let list = others.prefix(5).map { "«\($0["title"]?.string ?? "")»" }.joined(separator: ", ")
        throw Problem(
            .conflict,
            Localized(
                "«\(title)» не убрать, пока на неё ссылаются другие записи: \(list).",
                "“\(title)” cannot be removed while other contents refer to it: \(list)."
            )
        )
    }

    /// What was published goes live again; with edits that nobody has published, it stays a draft.
    private func bringBack(_ gone: [JSON]) async {
        for page in gone {
            guard let id = page["id"]?.string else { continue }
            let wasLive = page["live"]?.object != nil && page["has_draft"] == false
            let actions = wasLive ? ["recover", "publish"] : ["recover"]
            for action in actions {
                let body: JSON = ["action": .string(action), "ids": [.string(id)]]
                _ = try? await api.send(.post, "\(Self.pages)/bulk", body: body)
            }
        }
    }
}
