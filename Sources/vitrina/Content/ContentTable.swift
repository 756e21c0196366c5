import Core

/// Tables of entries for people.
struct ContentTable: Sendable {
    let type: ContentType
    let session: Session

    func list(_ contents: [Content.Answer]) -> Table {
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

    private func row(_ content: Content.Answer) -> [String] {
        // The published dates, or the draft's if nothing is published.
        let dates = content.live ?? content.fields
        let window =
            type.window == .none ? [] : ContentType.windowNames.map { session.clock.text(dates[$0]) }
        return [content.id, content.title, state(of: content)] + window
            + [String(content.version), session.clock.text(content.updatedAt)]
    }

    private func state(of content: Content.Answer) -> String {
        session.text(content.state.title)
            + (content.isEdited ? session.text(Localized(", есть правки", ", edited")) : "")
    }

    /// A table of one entry, one row per field; a third column shows published values that differ.
    func record(_ content: Content.Answer) -> Table {
        let isEdited = content.isEdited
        var rows = [
            ["id", content.id, ""],
            ["state", state(of: content), ""],
            ["version", String(content.version), ""],
            ["updated", "\(session.clock.text(content.updatedAt)), \(content.updatedBy)", ""],
        ]
        let names = type.fields.map(\.name) + (type.window == .none ? [] : ContentType.windowNames)
        for name in names {
            for (path, value, published) in parts(name, content.fields[name], content.live?[name]) {
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

    func history(_ entries: [HistoryEntry]) -> Table {
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
                String(entry.version), session.text(entry.action.title), session.clock.text(entry.at),
                entry.author, entry.door, entry.note ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }
}

extension HistoryEntry.Action {
    var title: Localized {
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
