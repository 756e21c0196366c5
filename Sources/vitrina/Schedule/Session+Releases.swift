import Core

extension Session {
    /// Sends a change of a release that is made from `version` or from the current one.
    func release(_ call: APICall, _ id: String, from version: Int64?) async throws -> JSON {
        if let version { return try await api.send(call.ifMatch(version)) }
        let newest = try await api.get(Releases.path + [id], as: Release.Answer.self).version
        return try await api.send(call.ifMatch(newest))
    }

    /// Prints one release, with a note about the action.
    func answerRelease(_ json: JSON, _ done: Localized? = nil) throws {
        let release = try Release.Answer(json: json)
        answer(json) { releaseItems(release) }
        report(releaseSummary(release))
        if let done { note(done) }
    }

    func releaseList(_ releases: [Release.Answer]) -> Table {
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
            let note = [release.note ?? "", fault(release.fault)].filter { !$0.isEmpty }
            return [
                release.id, release.title, text(release.state.title), clock.text(release.at),
                String(release.itemCount), release.author, note.joined(separator: " — "),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func releaseItems(_ release: Release.Answer) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("ВИД", "TYPE")),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ЧТО", "WHAT")),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("ГОТОВО", "READY"), isReason: true),
        ]
        let isOver = [.published, .cancelled].contains(release.state)
        let rows = release.items.map { item in
            [
                item.id, item.type, item.title, text(item.action.title), text(item.state.title),
                isOver ? "" : readiness(of: item),
            ]
        }
        return Table(columns, rows: rows)
    }

    private func readiness(of item: Release.Answer.Item) -> String {
        let faults = item.faults.map { fault in
            (fault.name.isEmpty ? "" : "\(fault.name): ") + text(fault.detail)
        }
        let notes = faults + item.warnings.map { text($0.detail) }
        let word = text(item.isReady ? Localized("да", "yes") : Localized("нет", "no"))
        return ([word] + notes).joined(separator: "; ")
    }

    private func releaseSummary(_ release: Release.Answer) -> Localized {
        let (title, at) = (release.title, clock.text(release.at))
        let state = text(release.state.title)
        let when = at.isEmpty ? Localized("без времени", "no time set") : Localized(same: at)
        let reason = fault(release.fault)
        let tail = reason.isEmpty ? "" : ": \(reason)"
        return Localized("«\(title)»: \(state), \(when.ru)\(tail)", "“\(title)”: \(state), \(when.en)\(tail)")
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
