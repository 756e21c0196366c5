import Core
import Storage
import Web

/// The rows of the mods in the catalogue, with the sizes of their archives and the numbers of downloads.
struct ModRows: Sendable {
    let page: ModShelfPage

    private var language: Language { page.context.language }
    private var services: Services { page.console.services }

    func rows(_ mods: [Content]) async throws -> [JSON] {
        let sizes = try await sizes(of: mods.compactMap { $0.fields.string("file") })
        let counts = try await downloads(of: mods.map(\.id))
        return mods.map { row($0, sizes, counts) }
    }

    private func row(_ mod: Content, _ sizes: [String: Int64], _ counts: [String: Int64]) -> JSON {
        let (id, body, state) = (mod.id, mod.fields, mod.state(at: page.time.now))
        let file = body.string("file")
        let size = file.flatMap { sizes[$0] }.map { Self.megabytes($0, language) }
        let outside = body.string("file_url").map { _ in Localized("внешний", "elsewhere")[language] }
        let isLive = mod.live != nil
        let may = page.context.author.may(.writeContent) && [.draft, .live, .scheduled].contains(state)
        let archive = size ?? outside
        let planned = mod.schedule.publication?.at
        let shown =
            planned.map { moment in
                let day = page.time.shortDay(moment)
                return Localized("Выйдет \(day)", "On \(day)")[language]
            } ?? state.heading[language]
        let picture = body.string("image") ?? ""
        return [
            "id": .string(id), "title": .string(ModFiles.type.title(of: body)),
            "path": .string(body.string("path") ?? ""),
            "href": .string("/mods/\(ModFiles.type.name)/\(id)"), "picture": .string(picture),
            "archive": .string(archive ?? Localized("архива нет", "no archive")[language]),
            "sum": .string(String((file ?? "").prefix(64))), "is_missing": .bool(archive == nil),
            "has_no_picture": .bool(picture.isEmpty && body.string("image_url") == nil),
            "tone": .string(planned == nil ? Self.tone(state) : "plan"),
            "icon": .string(planned == nil ? Self.icon(state) : "clock"),
            "state": .string(shown),
            "has_edits": .bool(isLive && mod.draft != nil),
            "downloads": .string(counts[id].map { RecordCell.grouped($0) } ?? "—"),
            "updated": .string(page.time.shortDay(mod.updatedAt)),
            "is_on": .string(isLive ? "true" : "false"),
            "toggle": .string("\(ModShelfPages.path)/\(id)/\(isLive ? "off" : "on")"),
            "may_toggle": .bool(may && (isLive || archive != nil)),
        ]
    }

    private static func tone(_ state: Content.State) -> String {
        switch state {
        case .draft: "draft"
        case .scheduled: "plan"
        case .live: "pub"
        case .ended, .archived, .trash: "arch"
        }
    }

    private static func icon(_ state: Content.State) -> String {
        switch state {
        case .draft: "draft"
        case .scheduled: "clock"
        case .live: "pub"
        case .ended, .archived, .trash: "arch"
        }
    }

    /// `4,2 МБ`, `860 КБ`.
    static func megabytes(_ size: Int64, _ language: Language) -> String {
        let kilobytes = max(1, (size + 512) / 1024)
        guard kilobytes >= 1024 else {
            return Localized("\(kilobytes)\u{A0}КБ", "\(kilobytes)\u{A0}KB")[language]
        }
        let tenths = (size * 10 + (1 << 19)) >> 20
        let comma = Localized(",", ".")[language]
        let text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)\(comma)\(tenths % 10)"
        return Localized("\(text)\u{A0}МБ", "\(text)\u{A0}MB")[language]
    }

    // MARK: Data besides the mods

    private func sizes(of files: [String]) async throws -> [String: Int64] {
        guard !files.isEmpty else { return [:] }
        let list = Set(files).sorted().map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try await services.database.read {
            try $0.rows("SELECT id, size FROM media WHERE id IN (\(list))")
        }
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.get("id"), try $0.get("size")) })
    }

    /// The downloads of the last thirty days.
    private func downloads(of ids: [String]) async throws -> [String: Int64] {
        let now = services.now()
        guard let to = CivilDate(now.day),
            let from = CivilDate(now.advanced(by: .seconds(-29 * 86_400)).day)
        else { return [:] }
        let lines = try await DayCounts(database: services.database).bySubject(
            Mods.app,
            kinds: [Mods.Count.downloads],
            among: ids,
            from: from,
            to: to,
            limit: ids.count
        )
        return Dictionary(lines.map { ($0.name, $0.count) }) { first, _ in first }
    }
}
