import Storage

/// A warning about an entry for editors, shown wherever the entry is.
package struct Warning: Sendable, Hashable {
    package enum Level: String, Sendable, JSONReadable {
        /// A fault that prevents the publication of the draft.
        case fault
        /// Apps show the entry, though probably not as it is meant.
        case warning
    }

    package let level: Level
    /// The field, as the pointer of an API fault: `#/shop`.
    package let pointer: String
    package let detail: Localized

    package init(level: Level, pointer: String, detail: Localized) {
        (self.level, self.pointer, self.detail) = (level, pointer, detail)
    }

    package func json(in language: Language) -> JSON {
        ["level": .string(level.rawValue), "pointer": .string(pointer), "detail": .string(detail[language])]
    }
}

extension Warning: JSONReadable {
    package init(json: JSON) throws(Fault) {
        level = try json.get("level")
        pointer = try json.get("pointer")
        detail = try json.get("detail")
    }
}

/// The period during which apps see the target of a reference; either border may be open.
package struct LiveWindow: Sendable, Hashable {
    let from: Timestamp?
    let until: Timestamp?

    init(from: Timestamp?, until: Timestamp?) {
        (self.from, self.until) = (from, until)
    }

    fileprivate init(of body: Body) {
        self.init(from: body.timestamp("live_from"), until: body.timestamp("live_until"))
    }

    func isOpen(at moment: Timestamp) -> Bool {
        (from.map { $0 <= moment } ?? true) && (until.map { moment <= $0 } ?? true)
    }
}

extension ContentType {
    /// The faults of the draft, and the warnings about the draft and the published body, without duplicates.
    ///
    /// `window` returns the period in which an entry of a type is published, by its id; nil if it is not.
    package func warnings(
        live: Body?,
        draft: Body?,
        at now: Timestamp,
        window: (_ type: String, _ id: String) -> LiveWindow?
    ) -> [Warning] {
        var warnings: [Warning] = []
        if let draft,
            case .failure(let problem) = Result(catching: { () throws(Problem) in try requireComplete(draft) }
            )
        {
            warnings = problem.faults.map { Warning(level: .fault, pointer: $0.pointer, detail: $0.detail) }
        }
        if let live { warnings += flagsOfEnded(live, LiveWindow(of: live), at: now) }
        for body in [live, draft].compactMap({ $0 }) {
            warnings += oddities(of: body, LiveWindow(of: body), liveTargets, at: now, window: window)
        }
        var seen: Set<Warning> = []
        return warnings.filter { seen.insert($0).inserted }
    }

    /// The warnings about a published entry, whose window has been parsed already.
    fileprivate func warnings(
        live content: LiveContent,
        _ targets: [(field: Field, target: String)],
        at now: Timestamp,
        window: (_ type: String, _ id: String) -> LiveWindow?
    ) -> [Warning] {
        flagsOfEnded(content.fields, content.window, at: now)
            + oddities(of: content.fields, content.window, targets, at: now, window: window)
    }

    private func flagsOfEnded(_ live: Body, _ shown: LiveWindow, at now: Timestamp) -> [Warning] {
        guard let until = shown.until, until < now else { return [] }
        return fields.filter { $0.isImmediate && live[$0.name] == .bool(true) }.map { field in
            Warning(
                level: .warning,
                pointer: "#/\(field.name)",
                detail: Localized("включено, но показ закончился", "is on, but its time is over")
            )
        }
    }

    private func oddities(
        of body: Body,
        _ shown: LiveWindow,
        _ targets: [(field: Field, target: String)],
        at now: Timestamp,
        window: (_ type: String, _ id: String) -> LiveWindow?
    ) -> [Warning] {
        rules.filter { $0.level == .warning && !$0.holds(body) }.map { rule in
            Warning(level: .warning, pointer: "#/\(rule.field)", detail: rule.message)
        } + hiddenTargets(of: body, shown, targets, at: now, window: window)
    }

    private func hiddenTargets(
        of body: Body,
        _ shown: LiveWindow,
        _ targets: [(field: Field, target: String)],
        at now: Timestamp,
        window: (_ type: String, _ id: String) -> LiveWindow?
    ) -> [Warning] {
        // An entry that starts later is judged by the references that are live then.
        let moment = max(now, shown.from ?? now)
        if let until = shown.until, until < moment { return [] }
        var warnings: [Warning] = []
        for (field, target) in targets
        where field.references(in: body[field.name]).contains(where: { reference in
            reference.target == target && window(target, reference.id)?.isOpen(at: moment) != true
        }) {
            warnings.append(
                Warning(
                    level: .warning,
                    pointer: "#/\(field.name)",
                    detail: Localized("этого приложения не показывают", "is something that apps do not show")
                )
            )
        }
        return warnings
    }

    /// The fields whose targets must be live.
    fileprivate var liveTargets: [(field: Field, target: String)] {
        references(in: [:]).filter { $0.field.expectsLive }.map { ($0.field, $0.target) }
    }
}

extension ContentStore {
    /// The warnings about each of these entries, by id.
    package func warnings(of contents: [Content], _ type: ContentType) async throws -> [String: [Warning]] {
        let bodies = contents.flatMap { [$0.live, $0.draft].compactMap { $0 } }
        let ids = Set(
            bodies.flatMap { type.references(in: $0).filter { $0.field.expectsLive }.flatMap(\.ids) }
        )
        let state = live.state
        // A server has them in memory; a command of the terminal would read all entries for a few.
        let windows =
            state.isLoaded || ids.isEmpty
            ? [:] : try await database.read { try $0.liveWindows(of: ids.sorted()) }
        let sizes = try await pixelSizes(of: bodies, type)
        let now = now()
        return Dictionary(
            uniqueKeysWithValues: contents.map { content in
                guard content.shelf == .active else { return (content.id, []) }
                let warnings = type.warnings(live: content.live, draft: content.draft, at: now) { type, id in
                    state.isLoaded ? state[type][id]?.window : windows[id]
                }
                let pictures = [content.live, content.draft].compactMap { $0 }
                    .flatMap { type.pictureWarnings(of: $0, sizes: sizes) }
                return (content.id, warnings + pictures.withoutRepeats)
            }
        )
    }

    /// The warnings about all published entries, type by type.
    package func liveWarnings() async throws -> [(type: ContentType, content: LiveContent, warning: Warning)]
    {
        try await live.load()
        let (state, now) = (live.state, now())
        var found: [(type: ContentType, content: LiveContent, warning: Warning)] = []
        for type in types {
            let targets = type.liveTargets
            let sets = ([type.name] + targets.map(\.target)).map { state[$0] }
            let ofType = try await live.warnings.warnings(of: type.name, in: sets, at: now) {
                let contents = state[type.name].contents
                let sizes = try await pixelSizes(of: contents.map(\.fields), type)
                return contents.flatMap { content in
                    let warnings = type.warnings(live: content, targets, at: now) { state[$0][$1]?.window }
                    return (warnings + type.pictureWarnings(of: content.fields, sizes: sizes))
                        .map { (content, $0) }
                }
            }
            found += ofType.map { (type, $0.content, $0.warning) }
        }
        return found
    }
}

extension LiveContent {
    fileprivate var window: LiveWindow { LiveWindow(from: liveFrom, until: liveUntil) }
}

extension Connection {
    /// The live windows of these entries, by id; one that is not published is missing.
    fileprivate func liveWindows(of ids: [String]) throws -> [String: LiveWindow] {
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows(
            "SELECT id, live_from, live_until FROM contents WHERE id IN (\(list)) AND is_live"
        )
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                (
                    try row.get("id"),
                    LiveWindow(from: try row.get("live_from"), until: try row.get("live_until"))
                )
            }
        )
    }
}
