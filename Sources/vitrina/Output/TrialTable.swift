import Core

/// A table of the effect of a dry run on an entry, field by field.
struct TrialTable {
    let session: Session
    let before: JSON?
    /// The entry after the dry run; nil if it would be removed.
    let after: JSON?

    /// Creates the table; nil if the answer is not an entry.
    init?(_ json: JSON, session: Session, trial: Trial) {
        self.session = session
        guard let id = json.id else { return nil }
        // `?:` would convert nil into the JSON null.
        if let known = trial.before(id), Self.isEntry(known) { before = known } else { before = nil }
        if Self.isEntry(json) { after = json } else { after = nil }
        guard before != nil || after != nil else { return nil }
    }

    private static func isEntry(_ json: JSON) -> Bool { (try? Content.Answer(json: json)) != nil }

    var table: Table {
        let columns = [
            Table.Column(Localized("ПОЛЕ", "FIELD")),
            Table.Column(Localized("СЕЙЧАС", "BEFORE"), isFlexible: true),
            Table.Column(Localized("СТАНЕТ", "AFTER"), isFlexible: true),
        ]
        let rows = rows
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private var rows: [[String]] {
        guard let after else {
            // An entry that is already in the trash is purged.
            let state = before?["state"]
            return [["state", session.shown(state), state == "trash" ? "—" : "trash"]]
        }
        var rows: [[String]] = []
        for name in ["state", "has_draft", "position", "live_from", "live_until"]
        where before != nil && before?[name] != after[name] {
            rows.append([name, session.shown(before?[name]), session.shown(after[name])])
        }
        if before == nil { rows.append(["state", "—", session.shown(after["state"])]) }
        for name in ["publication", "withdrawal"] {
            let (old, new) = (before?["schedule"]?[name]?["at"], after["schedule"]?[name]?["at"])
            if old != new { rows.append(["schedule.\(name)", session.shown(old), session.shown(new)]) }
        }
        for (section, prefix) in [("fields", ""), ("live", "live ")] {
            // The row of the state already shows that the published version appears or ends.
            if section == "live" && (before?[section] ?? .null == .null || after[section] ?? .null == .null) {
                continue
            }
            rows += changes(before?[section], after[section], prefix)
        }
        return rows
    }

    private func changes(_ before: JSON?, _ after: JSON?, _ prefix: String) -> [[String]] {
        let names = Set((before?.object ?? [:]).keys).union((after?.object ?? [:]).keys).sorted()
        return names.flatMap { name in
            let (old, new) = (before?[name], after?[name])
            guard old != new else { return [] as [[String]] }
            let parts = Set((old?.object ?? [:]).keys).union((new?.object ?? [:]).keys).sorted(by: >)
            if parts.isEmpty { return [[prefix + name, session.shown(old), session.shown(new)]] }
            return parts.filter { old?[$0] != new?[$0] }.map { part in
                ["\(prefix)\(name).\(part)", session.shown(old?[part]), session.shown(new?[part])]
            }
        }
    }
}
