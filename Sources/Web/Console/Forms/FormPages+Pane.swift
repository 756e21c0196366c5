import Core
import Storage

extension FormPages {
    private static let changesMax = 8
    private static let entriesMax = 40

    /// The pane beside the form: changes, schedule, warnings, phone preview, and history.
    func pane(
        _ stand: FormStand,
        _ names: FormNames,
        _ context: ConsoleContext
    ) async throws -> [String: JSON] {
        let language = context.language
        let time = console.time(context)
        let screens = try await phoneScreens(stand.texts, id: stand.content?.id, context)
        var members: [String: JSON] = [
            "screens": screens, "has_screens": .bool(screens != []),
            "is_history_side": .bool(stand.at == "history"),
            "changes": [], "more_changes": nil, "window": "", "plans": [], "warnings": [], "entries": [],
            "releases": [], "plan": [:], "uses": [], "release": nil, "remark": nil,
        ]
        guard let content = stand.content else { return members }
        let contents = try console.contents(context)
        if let live = content.live {
            let changes = changes(from: live, to: content.fields, names, time)
            members["changes"] = .array(Array(changes.prefix(Self.changesMax)))
            members["more_changes"] =
                changes.count > Self.changesMax
                ? .integer(Int64(changes.count - Self.changesMax)) : .null
        }
        members["window"] = .string(window(content.fields, time))
        members["plans"] = .array(plans(content.schedule, time))
        members["plan"] = stand.plan ?? plan(content.schedule, time)
        let warnings = try await contents.warnings(of: [content], type)[content.id] ?? []
        members["warnings"] = .array(warnings.map { line($0, language) })
        let history = try await contents.history(of: content.id, type, limit: Self.entriesMax, before: nil)
        members["entries"] = .array(
            Timeline(path: "\(path)/\(content.id)", time: time).lines(history.elements)
        )
        members["remark"] =
            try await console.remarks(on: type, ids: [content.id], context)[content.id]?.json(language)
            ?? .null
        members["uses"] = .array(try await uses(of: content, context))
        if context.author.may(.writeContent) {
            members["releases"] = try await openReleases(time)
        }
        return members
    }

    private func line(_ warning: Warning, _ language: Language) -> JSON {
        let part = type.formPart(at: warning.pointer)
        return [
            "title": .string(part?.field.title[language] ?? ""),
            "detail": .string(warning.detail[language]),
            "href": .string(part.map { "#f-" + $0.name.replacing(".", with: "-") } ?? "#content-form"),
            "is_fault": .bool(warning.level == .fault),
        ]
    }

    /// The differences between the published body and the draft.
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

    /// The scheduled changes, pending or failed.
    private func plans(_ schedule: Schedule, _ time: HumanTime) -> [JSON] {
        var plans = Schedule.Action.allCases.compactMap { action -> JSON? in
            guard let plan = schedule[action] else { return nil }
            return [
                "title": .string(action.title[time.language].capitalizedStart),
                "when": .string(time.moment(plan.at)), "by": .string(plan.author),
                "fault": JSON(plan.fault?.detail[time.language]), "cancel": .string(action.noun),
                "release": "",
            ]
        }
        if let release = schedule.release {
            plans.append([
                "title": .string(Localized("Выпуск", "Release")[time.language]),
                "when": .string(
                    release.at.map { time.moment($0) }
                        ?? Localized("без времени", "no time yet")[time.language]
                ),
                "by": .string(release.title), "fault": nil, "cancel": "", "release": .string(release.id),
            ])
        }
        return plans
    }

    /// The values of the fields of the dialog.
    private func plan(_ schedule: Schedule, _ time: HumanTime) -> JSON {
        let field = { (action: Schedule.Action) -> JSON in
            .string(schedule[action].map { time.field($0.at) } ?? "")
        }
        return ["publication": field(.publish), "withdrawal": field(.withdraw), "note": "", "problem": nil]
    }

    private func openReleases(_ time: HumanTime) async throws -> JSON {
        let page = try await console.services.releases.list(in: .open, before: nil, limit: 50)
        return .array(
            page.elements.map { release in
                let at = release.at.map { ", \(time.moment($0))" } ?? ""
                return ["id": .string(release.id), "title": .string(release.title + at)]
            }
        )
    }

    func uses(of content: Content, _ context: ConsoleContext) async throws -> [JSON] {
        try await console.contents(context).uses(of: content.id, type).map { use in
            [
                "path": .string("/\(console.app(of: use.type.name))/\(use.type.name)/\(use.id)"),
                "title": .string(use.title), "field_title": .string(use.field.title[context.language]),
                "is_live": .bool(use.isLive),
            ]
        }
    }
}

extension Schedule.Action {
    /// The noun of the action.
    var title: Localized {
        switch self {
        case .publish: Localized("публикация", "publication")
        case .withdraw: Localized("снятие", "withdrawal")
        }
    }
}
