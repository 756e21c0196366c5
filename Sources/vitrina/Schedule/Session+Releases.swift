import Core

extension Session {
    /// Sends a change of a release that is made from `version` or from the current one.
    func release(_ call: APICall, _ id: String, from version: Int64?) async throws -> JSON {
        let newest = version == nil ? try await api.get(Releases.path + [id])["version"]?.integer : nil
        return try await api.send(call.ifMatch(version ?? newest))
    }

    /// Prints one release, with a note about the action.
    func answerRelease(_ release: JSON, _ done: Localized? = nil) {
        answer(release) { releaseItems(release) }
        report(releaseSummary(release))
        if let done { note(done) }
    }

    func releaseList(_ releases: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("ЗАПИСЕЙ", "ITEMS"), isNumber: true),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ПРИМЕЧАНИЕ", "NOTE"), isReason: true),
        ]
        let rows = releases.map { release in
            let note = [release["note"]?.string ?? "", fault(release["fault"])].filter { !$0.isEmpty }
            return [
                release["id"]?.string ?? "", release["title"]?.string ?? "", releaseState(release),
                clock.text(release["at"]), String(release["item_count"]?.integer ?? 0),
                release["by"]?.string ?? "", note.joined(separator: " — "),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func releaseItems(_ release: JSON) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("ВИД", "TYPE")),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("ГОТОВО", "READY"), isReason: true),
        ]
        let isOver = ["published", "cancelled"].contains(release["state"]?.string ?? "")
        let rows = (release["items"]?.array ?? []).map { item in
            let action = item["action"]?.string.flatMap { Schedule.Action(rawValue: $0) } ?? .publish
            let state = item["state"]?.string ?? ""
            return [
                item["id"]?.string ?? "", item["type"]?.string ?? "", item["title"]?.string ?? "",
                text(action.title), Content.State(rawValue: state).map { text($0.title) } ?? state,
                isOver ? "" : readiness(of: item),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func readiness(of item: JSON) -> String {
        let faults = (item["faults"]?.array ?? []).map { fault in
            let field = Fault(fault["pointer"]?.string ?? "#", "", "").name
            return (field.isEmpty ? "" : "\(field): ") + (fault["detail"]?.string ?? "")
        }
        let notes = faults + (item["warnings"]?.array ?? []).compactMap { $0["detail"]?.string }
        let isReady = item["ready"]?.bool == true
        let word = text(isReady ? Localized("да", "yes") : Localized("нет", "no"))
        return ([word] + notes).joined(separator: "; ")
    }

    private func releaseSummary(_ release: JSON) -> Localized {
        let (title, at) = (release["title"]?.string ?? "", clock.text(release["at"]))
        let state = releaseState(release)
        let when = at.isEmpty ? Localized("без времени", "no time set") : Localized(same: at)
        let reason = fault(release["fault"])
        let tail = reason.isEmpty ? "" : ": \(reason)"
        return Localized("«\(title)»: \(state), \(when.ru)\(tail)", "“\(title)”: \(state), \(when.en)\(tail)")
    }

    private func releaseState(_ release: JSON) -> String {
        let name = release["state"]?.string ?? ""
        return Release.State(rawValue: name).map { text($0.title) } ?? name
    }
}

extension Release.State {
    fileprivate var title: Localized {
        switch self {
        case .open: Localized("готовится", "open")
        case .published: Localized("опубликован", "published")
        case .failed: Localized("не удался", "failed")
        case .cancelled: Localized("отменён", "cancelled")
        }
    }
}
