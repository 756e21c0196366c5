import Core
import Storage

extension FormPages {
    private static let changesMax = 8
    private static let entriesMax = 40

    /// What stands beside the form: what would change, what is planned, what is odd, the phone, and history.
    func pane(
        _ stand: FormStand,
        _ names: FormNames,
        _ context: ConsoleContext
    ) async throws -> [String: JSON] {
        let language = context.language
        let time = console.time(context)
        let screens = try await phoneScreens(stand.texts, id: stand.content?["id"]?.string, context)
        var members: [String: JSON] = [
            "screens": screens, "has_screens": .bool(screens != []),
            "is_history_side": .bool(stand.at == "history"),
            "changes": [], "more_changes": nil, "window": "", "plans": [], "warnings": [], "entries": [],
            "releases": [], "plan": [:], "uses": [], "release": nil, "remark": nil,
        ]
        guard let content = stand.content, let id = content["id"]?.string else { return members }
        let api = console.api(context)
        if let live = content["live"]?.object {
            let changes = changes(from: live, to: content["fields"]?.object ?? [:], names, time)
            members["changes"] = .array(Array(changes.prefix(Self.changesMax)))
            members["more_changes"] =
                changes.count > Self.changesMax
                ? .integer(Int64(changes.count - Self.changesMax)) : .null
        }
        members["window"] = .string(window(content["fields"]?.object ?? [:], time))
        members["plans"] = .array(plans(content["schedule"] ?? [:], time))
        members["plan"] = stand.plan ?? plan(content["schedule"] ?? [:], time)
        members["warnings"] = .array(
            (content["warnings"]?.array ?? []).map { warning in
                let part = type.formPart(at: warning["pointer"]?.string ?? "")
                return [
                    "title": .string(part?.field.title[language] ?? ""), "detail": warning["detail"] ?? "",
                    "href": .string(
                        part.map { "#f-" + $0.name.replacing(".", with: "-") } ?? "#content-form"
                    ),
                    "is_fault": .bool(warning["level"] == "fault"),
                ]
            }
        )
        let history = try await api.get("\(path)/\(id)/history", [("limit", String(Self.entriesMax))])
        members["entries"] = .array(
            Timeline(path: "\(path)/\(id)", time: time).lines(history["items"]?.array ?? [])
        )
        members["remark"] =
            try await console.remarks(on: type, ids: [id], context)[id]?.json(language) ?? .null
        members["uses"] = .array(try await uses(of: id, api))
        if context.author.may(.writeContent) {
            members["releases"] = try await openReleases(api, time)
        }
        return members
    }

    /// What is published beside what would be.
    private func changes(from live: Body, to draft: Body, _ names: FormNames, _ time: HumanTime) -> [JSON] {
        let (before, after) = (FormTexts(live, of: type, time), FormTexts(draft, of: type, time))
        return type.formParts.compactMap { part in
            guard before[part.name] != after[part.name] else { return nil }
            let words = { (texts: [String]) -> JSON in
                let text = names.words(texts, of: part.field, time)
                return .string(text.isEmpty ? "—" : String(text.prefix(Limits.searchExcerptLengthMax)))
            }
            let tongue = part.language.map { $0 == .standard ? "" : " (\($0.rawValue))" } ?? ""
            return [
                "title": .string(part.field.label(time.language) + tongue),
                "before": words(before[part.name]), "after": words(after[part.name]),
            ]
        }
    }

    private func window(_ body: Body, _ time: HumanTime) -> String {
        let (from, until) = (body.timestamp("live_from"), body.timestamp("live_until"))
        switch (from, until) {
        case (let from?, let until?): return "\(time.moment(from)) – \(time.moment(until))"
        case (let from?, nil):
            return Localized("с \(time.moment(from))", "from \(time.moment(from))")[time.language]
        case (nil, let until?):
            return Localized("до \(time.moment(until))", "until \(time.moment(until))")[time.language]
        case (nil, nil): return ""
        }
    }

    /// What waits for its time, or could not be done then.
    private func plans(_ schedule: JSON, _ time: HumanTime) -> [JSON] {
        let titles = [
            ("publication", Localized("Публикация", "Publication")),
            ("withdrawal", Localized("Снятие", "Withdrawal")),
        ]
        var plans = titles.compactMap { noun, title -> JSON? in
            guard let plan = schedule[noun], let at = plan["at"]?.string.flatMap({ Timestamp($0) }) else {
                return nil
            }
            return [
                "title": .string(title[time.language]), "when": .string(time.moment(at)),
                "by": plan["by"] ?? "", "fault": plan["fault"]?["detail"] ?? plan["fault"] ?? .null,
                "cancel": .string(noun), "release": "",
            ]
        }
        if let release = schedule["release"], let id = release["id"]?.string {
            let at = release["at"]?.string.flatMap { Timestamp($0) }
            plans.append([
                "title": .string(Localized("Выпуск", "Release")[time.language]),
                "when": .string(
                    at.map { time.moment($0) } ?? Localized("без времени", "no time yet")[time.language]
                ),
                "by": release["title"] ?? "", "fault": nil, "cancel": "", "release": .string(id),
            ])
        }
        return plans
    }

    /// What the fields of the dialog hold.
    private func plan(_ schedule: JSON, _ time: HumanTime) -> JSON {
        let field = { (noun: String) -> JSON in
            .string(schedule[noun]?["at"]?.string.flatMap { Timestamp($0) }.map { time.field($0) } ?? "")
        }
        return [
            "publication": field("publication"), "withdrawal": field("withdrawal"), "note": "",
            "problem": nil,
        ]
    }

    private func openReleases(_ api: AdminAPI, _ time: HumanTime) async throws -> JSON {
        let page = try await api.get("/releases", [("state", "open"), ("limit", "50")])
        return .array(
            (page["items"]?.array ?? []).map { release in
                let at = release["at"]?.string.flatMap { Timestamp($0) }.map { ", \(time.moment($0))" } ?? ""
                return ["id": release["id"] ?? "", "title": .string((release["title"]?.string ?? "") + at)]
            }
        )
    }

    func uses(of id: String, _ api: AdminAPI) async throws -> [JSON] {
        let uses = try await api.get("\(path)/\(id)/uses")
        return (uses["items"]?.array ?? []).map { use in
            let name = use["type"]?.string ?? ""
            let app = console.module(of: name)?.name ?? ""
            return use.merged(with: ["path": .string("/\(app)/\(name)/\(use["id"]?.string ?? "")")])
        }
    }
}
