import Core

/// Tables of entries for people.
struct ContentTable: Sendable {
    let type: ContentType
    let session: Session

    func list(_ contents: [JSON]) -> Table {
        var columns = [
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
        ]
        if type.window != .none {
            columns.append(Table.Column(Localized("С", "FROM")))
            columns.append(Table.Column(Localized("ДО", "UNTIL")))
        }
        columns.append(Table.Column(Localized("ВЕРСИЯ", "VERSION"), isNumber: true))
        columns.append(Table.Column(Localized("ИЗМЕНЕНО", "UPDATED")))
        return Table(columns, rows: contents.map(row))
    }

    private func row(_ content: JSON) -> [String] {
        let window =
            type.window == .none
            ? [] : ContentType.windowNames.map { session.clock.text(moment($0, content)) }
        let title = content["title"]?.string ?? ""
        return [content["id"]?.string ?? "", title, state(of: content)] + window
            + [String(content["version"]?.integer ?? 0), session.clock.text(content["updated_at"])]
    }

    /// Returns the published value, or the draft's value if nothing is published.
    private func moment(_ name: String, _ content: JSON) -> JSON? {
        content["live"] == .null ? content["fields"]?[name] : content[name]
    }

    private func state(of content: JSON) -> String {
        let name = content["state"]?.string ?? ""
        let text = Content.State(rawValue: name).map { session.text($0.title) } ?? name
        let isEdited = content["has_draft"]?.bool == true && content["live"] != .null
        return text + (isEdited ? session.text(Localized(", есть правки", ", edited")) : "")
    }

    /// A table of one entry, one row per field; a third column shows published values that differ.
    func record(_ content: JSON) -> Table {
        let (fields, live) = (content["fields"], content["live"])
        let isEdited = content["has_draft"]?.bool == true && live != .null && live != nil
        var rows = [
            ["id", content["id"]?.string ?? "", ""],
            ["state", state(of: content), ""],
            ["version", String(content["version"]?.integer ?? 0), ""],
            [
                "updated",
                "\(session.clock.text(content["updated_at"])), \(content["updated_by"]?.string ?? "")", "",
            ],
        ]
        let names = type.fields.map(\.name) + (type.window == .none ? [] : ContentType.windowNames)
        for name in names {
            for (path, value, published) in parts(name, fields?[name], live?[name]) {
                let differs = isEdited && value != published
                rows.append([path, session.shown(value), differs ? session.shown(published) : ""])
            }
        }
        guard isEdited else {
            return Table(
                ["", ""].map { Table.Column($0) },
                hasHeader: false,
                rows: rows.map { Array($0.prefix(2)) }
            )
        }
        let columns = [
            Table.Column(Localized("ПОЛЕ", "FIELD")),
            Table.Column(Localized("ПРАВКА", "DRAFT"), isFlexible: true),
            Table.Column(Localized("ОПУБЛИКОВАНО", "LIVE"), isFlexible: true),
        ]
        return Table(columns, rows: rows)
    }

    /// Returns a row for each language of a localized text.
    private func parts(_ name: String, _ value: JSON?, _ published: JSON?) -> [(String, JSON?, JSON?)] {
        let languages = Set((value?.object ?? [:]).keys).union((published?.object ?? [:]).keys).sorted(by: >)
        if languages.isEmpty { return [(name, value, published)] }
        return languages.map { ("\(name).\($0)", value?[$0], published?[$0]) }
    }

    func history(_ entries: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("ВЕРСИЯ", "VERSION"), isNumber: true),
            Table.Column(Localized("ЧТО", "ACTION")),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ОТКУДА", "DOOR")),
            Table.Column(Localized("ЗАЧЕМ", "NOTE"), isReason: true),
        ]
        let rows = entries.map { entry in
            [
                String(entry["version"]?.integer ?? 0), action(entry), session.clock.text(entry["at"]),
                entry["by"]?.string ?? "", entry["door"]?.string ?? "", entry["note"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }

    func action(_ entry: JSON) -> String {
        let name = entry["action"]?.string ?? ""
        return HistoryEntry.Action(rawValue: name).map { session.text($0.title) } ?? name
    }
}

extension HistoryEntry.Action {
    fileprivate var title: Localized {
        switch self {
        case .created: Localized("создано", "created")
        case .saved: Localized("сохранено", "saved")
        case .published: Localized("опубликовано", "published")
        case .unpublished: Localized("снято", "unpublished")
        case .discarded: Localized("правки отброшены", "discarded")
        case .flagged: Localized("переключено", "flagged")
        case .moved: Localized("передвинуто", "moved")
        case .removed: Localized("удалено", "removed")
        case .copied: Localized("скопировано", "copied")
        case .restored: Localized("возвращена версия", "version restored")
        case .archived: Localized("в архив", "archived")
        case .unarchived: Localized("из архива", "unarchived")
        case .recovered: Localized("из корзины", "recovered")
        case .reverted: Localized("отменено", "undone")
        case .purged: Localized("удалено навсегда", "purged")
        case .failed: Localized("не удалось", "failed")
        }
    }
}
