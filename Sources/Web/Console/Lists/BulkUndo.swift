import Core

/// What takes a change of many back, as far as what was there before is known.
struct BulkUndo: Sendable {
    private let deed: BulkDeed
    private let path: String
    /// The contents that the opposite act brings back to where they were; nil for all of them.
    private var restorable: Set<String>?
    /// What stood in the field, by content.
    private var values: [String: JSON] = [:]

    /// Looks at what is there, before it is changed.
    init(
        _ deed: BulkDeed,
        _ chosen: BulkChoice,
        _ type: ContentType,
        _ path: String,
        _ api: AdminAPI
    ) async throws {
        (self.deed, self.path) = (deed, path)
        let isDrafts = chosen.isAll && chosen.address.state == .draft
        switch deed.action {
        case "publish" where !isDrafts, "unpublish":
            restorable = []
            guard !chosen.isAll else { return }
            let ids = chosen.ids.sorted().joined(separator: ",")
            let found = try await api.get("/titles", [("ids", ids)])["items"]?.array ?? []
            let fits = found.filter { item in
                deed.action == "publish" ? item["is_live"] == false : item["has_draft"] == false
            }
            restorable = Set(fits.compactMap { $0["id"]?.string })
        case "set":
            restorable = []
            guard !chosen.isAll, let field = deed.field else { return }
            for id in chosen.ids {
                // One that is not there is refused by the change itself.
                guard let content = try? await api.get("\(path)/\(id)") else { continue }
                values[id] = content["fields"]?[field] ?? .null
            }
        case _: break
        }
    }

    /// The requests that bring these contents back.
    func calls(_ changed: [String]) -> [Notice.Call] {
        if deed.action == "set" {
            return Dictionary(grouping: changed.filter { values[$0] != nil }) { values[$0] ?? .null }
                .sorted { $0.key.text < $1.key.text }
                .map { value, ids in
                    call(
                        BulkDeed(action: "set", field: deed.field, value: value, publishes: deed.publishes),
                        ids
                    )
                }
        }
        guard let opposite else { return [] }
        let ids = changed.filter { restorable?.contains($0) ?? true }
        return stride(from: 0, to: ids.count, by: Limits.undoBatch).map { start in
            call(opposite, Array(ids[start..<min(start + Limits.undoBatch, ids.count)]))
        }
    }

    private var opposite: BulkDeed? {
        switch deed.action {
        case "publish": BulkDeed(action: "unpublish")
        case "unpublish": BulkDeed(action: "publish")
        case "archive": BulkDeed(action: "unarchive")
        case "unarchive": BulkDeed(action: "archive")
        case "remove": BulkDeed(action: "recover")
        case "recover": BulkDeed(action: "remove")
        case "flag": BulkDeed(action: "flag", field: deed.field, value: .bool(deed.value != true))
        case _: nil
        }
    }

    private func call(_ deed: BulkDeed, _ ids: [String]) -> Notice.Call {
        let body = deed.body.merged(with: ["ids": .array(ids.map { .string($0) }), "mode": "each"])
        return Notice.Call("POST", "\(path)/bulk", body)
    }
}
