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

    /// Answers what brings the story and its pages back, the story first, as they refer to it.
    func carryOut() async throws -> [Notice.Call] {
        try await requireNoOtherUses()
        var gone: [(id: String, version: Int64)] = []
        do {
            // They go first, as the story stays while they refer to it.
            for page in pages {
                let path = "\(Self.pages)/\(page["id"]?.string ?? "")"
                let after = try await api.send(.delete, path, version: page["version"]?.integer)
                gone.append((page["id"]?.string ?? "", after["version"]?.integer ?? 0))
            }
            let after = try await api.send(
                .delete,
                "\(Self.groups)/\(id)",
                version: group["version"]?.integer
            )
            let story = (id, after["version"]?.integer ?? 0)
            return Notice.Call.reverting([story], at: Self.groups)
                + Notice.Call.reverting(gone, at: Self.pages)
        } catch {
            await bringBack(gone)
            throw error
        }
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

    /// As they were before they went.
    private func bringBack(_ gone: [(id: String, version: Int64)]) async {
        for call in Notice.Call.reverting(gone, at: Self.pages) {
            guard let body = call.body else { continue }
            _ = try? await api.send(.post, call.path, body: body)
        }
    }
}
