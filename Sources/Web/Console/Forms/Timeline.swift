import Core
import Storage

/// The history of an entry as a list, newest first.
struct Timeline {
    /// The path of the entry's form.
    let path: String
    let time: HumanTime

    /// One line for each action, and one for consecutive saves by the same person.
    func lines(_ entries: [HistoryEntry]) -> [JSON] {
        var groups: [[HistoryEntry]] = []
        for entry in entries {
            if let last = groups.last?.last, last.action == .saved, entry.action == .saved,
                last.author == entry.author, last.note == entry.note
            {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return groups.enumerated().compactMap { index, group in
            guard let newest = group.first else { return nil }
            let older = groups.dropFirst(index + 1).joined().first { $0.body != nil }
            return line(newest, count: group.count, before: older, isNewest: index == 0)
        }
    }

    private func line(_ entry: HistoryEntry, count: Int, before: HistoryEntry?, isNewest: Bool) -> JSON {
        let (icon, tone) = Self.sign(entry.action)
        let hasBody = entry.body != nil
        let compare = before.flatMap { before in
            hasBody ? "\(path)/history?from=\(before.version)&to=\(entry.version)" : nil
        }
        return [
            "by": .string(entry.author),
            "verb": .string(ChangeLine.verb(entry.action)[time.language]),
            "times": count > 1 ? .string("×\u{A0}\(count)") : "",
            "icon": .string(icon), "tone": .string(tone), "note": JSON(entry.note),
            "when": .string(time.moment(entry.at)), "version": .string(String(entry.version)),
            "compare": .string(compare ?? ""), "can_restore": .bool(hasBody && !isNewest),
            "own": .string(path),
        ]
    }

    private static func sign(_ action: HistoryEntry.Action) -> (icon: String, tone: String) {
        switch action {
        case .created: ("plus", "")
        case .copied: ("copy", "")
        case .saved: ("pencil", "warn")
        case .published: ("check", "ok")
        case .unpublished, .failed: ("stop", "bad")
        case .discarded, .restored, .recovered, .reverted: ("undo", "")
        case .flagged: ("home", "plan")
        case .moved: ("arrow", "")
        case .archived, .unarchived: ("arch", "")
        case .removed, .purged: ("x", "bad")
        }
    }
}
