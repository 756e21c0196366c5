import Core

/// What of the flags waits for somebody: a draft that is to be approved.
struct FlagToday: Sendable {
    let console: Console

    /// As Today shows what needs attention.
    func warnings(_ context: ConsoleContext) async throws -> [JSON] {
        guard context.author.may(.approveFlags), context.author.may(.readFlags) else { return [] }
        let api = console.api(context)
        let projects = try await api.get("/flags")["items"]?.array ?? []
        var warnings: [JSON] = []
        for project in projects
        where project["settings"]?["require_approval"] == true && project["changes"]?.integer ?? 0 > 0 {
            let id = project["id"]?.string ?? ""
            let draft = try await api.get("/flags/\(id)/draft")
            guard draft["approval"] == .null else { continue }
            let by = draft["updated_by"]?.string ?? ""
            warnings.append([
                "title": project["title"] ?? .string(id),
                "kind": .string(Localized("Флаги", "Flags")[context.language]),
                "detail": .string(
                    Localized(
                        "черновик ждёт согласования, последняя правка: \(by)",
                        "a draft is to be approved, last edited by \(by)"
                    )[context.language]
                ),
                "path": .string("/flags/\(id)?dialog=publish"), "off": .null,
            ])
        }
        return warnings
    }
}
