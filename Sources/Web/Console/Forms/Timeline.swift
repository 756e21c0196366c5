import Core
import Storage

/// What has happened to a content, as a list from the newest act to the oldest.
struct Timeline {
    /// Of the content's form.
    let path: String
    let time: HumanTime

    /// One line for each act, and one for all that somebody has saved in a row.
    func lines(_ entries: [JSON]) -> [JSON] {
        var groups: [[JSON]] = []
        for entry in entries {
            if let last = groups.last?.last, last["action"] == "saved", entry["action"] == "saved",
                last["by"] == entry["by"], last["note"] == entry["note"]
            {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return groups.enumerated().compactMap { index, group in
            guard let newest = group.first else { return nil }
            let older = groups.dropFirst(index + 1).joined().first { $0["fields"]?.object != nil }
            return line(newest, count: group.count, before: older, isNewest: index == 0)
        }
    }

    private func line(_ entry: JSON, count: Int, before: JSON?, isNewest: Bool) -> JSON {
        let action = entry["action"]?.string ?? ""
        let at = entry["at"]?.string.flatMap { Timestamp($0) }
        let (icon, tone) = Self.sign(action)
        let version = entry["version"]?.integer ?? 0
        let hasBody = entry["fields"]?.object != nil
        let compare = before?["version"]?.integer.flatMap { from in
            hasBody ? "\(path)/history?from=\(from)&to=\(version)" : nil
        }
        return [
            "by": entry["by"] ?? "", "verb": .string(ChangeLine.verb(action)[time.language]),
            "times": count > 1 ? .string("×\u{A0}\(count)") : "",
            "icon": .string(icon), "tone": .string(tone), "note": entry["note"] ?? .null,
            "when": .string(at.map { time.moment($0) } ?? ""), "version": .string(String(version)),
            "compare": .string(compare ?? ""), "can_restore": .bool(hasBody && !isNewest),
            "own": .string(path),
        ]
    }

    private static func sign(_ action: String) -> (icon: String, tone: String) {
        switch HistoryEntry.Action(rawValue: action) {
        case .created?: ("plus", "")
        case .copied?: ("copy", "")
        case .saved?: ("pencil", "warn")
        case .published?: ("check", "ok")
        case .unpublished?, .failed?: ("stop", "bad")
        case .discarded?, .restored?, .recovered?, .reverted?: ("undo", "")
        case .flagged?: ("home", "plan")
        case .moved?: ("arrow", "")
        case .archived?, .unarchived?: ("arch", "")
        case .removed?, .purged?: ("x", "bad")
        case nil: ("clock", "")
        }
    }
}
