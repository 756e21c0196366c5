import Core

extension PromotePlan {
    func json(isApplied: Bool, in language: Language) -> JSON {
        let states = PromoteItem.State.allCases.map { ($0.rawValue, JSON.integer(Int64(count($0)))) }
        let items = types.flatMap { type in
            type.items.map { item(of: type.type, $0, in: language) }
        }
        return [
            "from": .string(source), "to": .string(target), "applied": .bool(isApplied),
            "summary": .object(Dictionary(states) { first, _ in first }),
            "items": .array(items), "media": .array(media.map { .string($0) }),
        ]
    }

    private func item(of type: ContentType, _ item: PromoteItem, in language: Language) -> JSON {
        [
            "type": .string(type.name), "id": .string(item.id), "title": .string(item.title),
            "state": .string(item.state.rawValue), "reason": JSON(item.reason?.name),
            "detail": JSON(item.reason?.text(from: source, to: target)[language]),
            "version": .integer(item.version),
            "target_version": item.targetVersion > 0 ? .integer(item.targetVersion) : .null,
            "changes": .array(item.differences.map { $0.json(in: language) }),
        ]
    }

    /// A table for people, with a row for each entry that changes.
    func table(_ session: Session) -> Table {
        let titles = [
            Localized("ВИД", "TYPE"), Localized("ID", "ID"), Localized("ЧТО", "PLAN"),
            Localized("НАЗВАНИЕ", "TITLE"), Localized("ПОЧЕМУ", "WHY"),
        ]
        let columns = titles.enumerated().map {
            Table.Column($0.element, isFlexible: $0.offset > 2)
        }
        let rows = types.flatMap { type in
            type.items.flatMap { item in
                let why = item.reason.map { session.text($0.text(from: source, to: target)) } ?? ""
                let line = [type.type.name, item.id, session.text(item.state.title), item.title, why]
                return [line] + item.differences.map { difference($0, session) }
            }
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    /// The row of a difference, from the target's value to the source's.
    private func difference(_ change: ContentDiff.Change, _ session: Session) -> [String] {
        let name = [change.name, change.language].compactMap { $0 }.joined(separator: ".")
        if let rows = change.rows { return ["", "", "", "  \(name)", session.text(rows.summary)] }
        return ["", "", "", "  \(name)", "\(shown(change.before)) → \(shown(change.after))"]
    }

    private func shown(_ json: JSON?) -> String {
        let text =
            switch json {
            case .null, nil: "—"
            case .string(let text): text
            case let json?: json.text
            }
        return text.count > 80 ? "\(text.prefix(79))…" : text
    }
}
