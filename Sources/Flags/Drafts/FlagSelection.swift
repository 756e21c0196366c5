import Core
import Storage

/// The changes of a draft to publish; the rest stays in the draft.
package enum FlagSelection: Sendable, Hashable {
    case all
    /// Parameters, conditions and groups with these names.
    case only(Set<String>)
    /// Changes that were not last edited by another author.
    case mine
}

extension FlagDraft {
    /// A change that another person has made.
    package struct Foreign: Sendable, Hashable {
        package let change: FlagChange
        package let touch: Touch

        package var json: JSON {
            [
                "subject": .string(change.subject.rawValue), "name": .string(change.name),
                "by": .string(touch.author), "staff_id": JSON(touch.staffID),
                "at": .string(touch.at.description),
            ]
        }
    }

    /// The changes that others have edited last.
    package func foreign(to author: Author) -> [Foreign] {
        changes.compactMap { change in
            touch(change).flatMap { $0.isOf(author) ? nil : Foreign(change: change, touch: $0) }
        }
    }

    /// The last edit of the change; nil if it is only a consequence of another one.
    func touch(_ change: FlagChange) -> Touch? {
        let own =
            change.subject == .order
            ? conditionTouches.map(\.value)
            : [touches["\(change.subject.rawValue)/\(change.name)"]].compactMap(\.self)
        return (own + [touches[Self.everything]].compactMap(\.self)).max { $0.at < $1.at }
    }

    private var conditionTouches: [(name: String, value: Touch)] {
        touches.compactMap { subject, touch in
            let prefix = "\(FlagChange.Subject.condition.rawValue)/"
            return subject.hasPrefix(prefix) ? (String(subject.dropFirst(prefix.count)), touch) : nil
        }
    }

    /// The subject of an import or a reset of the whole template.
    private static let everything = "all"

    // MARK: Selection

    /// The part to publish, and the edits that remain.
    func part(
        _ selection: FlagSelection,
        by author: Author
    ) throws(Problem) -> (sheet: AnnotatedTemplate, touches: [String: Touch]) {
        guard selection != .all else { return (sheet, [:]) }
        let changes = self.changes
        let chosen = try chosen(selection, among: changes, by: author)
        guard chosen.count < changes.count else { return (sheet, [:]) }
        let published = try FlagPart(live: live.sheet, draft: sheet, chosen: chosen).sheet { name in
            guard let touch = touches["\(FlagChange.Subject.condition.rawValue)/\(name)"] else { return true }
            return touch.isOf(author)
        }
        let names = Set(chosen.map { "\($0.subject.rawValue)/\($0.name)" })
        return (published, touches.filter { !names.contains($0.key) })
    }

    private func chosen(
        _ selection: FlagSelection,
        among changes: [FlagChange],
        by author: Author
    ) throws(Problem) -> [FlagChange] {
        let direct: [FlagChange]
        switch selection {
        case .all: return changes
        case .only(let names):
            let unknown = names.filter { name in name.isEmpty || !changes.contains { $0.name == name } }
            guard unknown.isEmpty else {
                throw .invalid(
                    unknown.sorted().prefix(Limits.keptFaultsMax).map {
                        Fault(
                            "#/only",
                            "«\($0)»: в черновике не менялось",
                            "names \($0), which the draft does not change"
                        )
                    }
                )
            }
            direct = changes.filter { names.contains($0.name) }
        case .mine:
            direct = changes.filter { $0.subject != .order && touch($0)?.isOf(author) == true }
        }
        guard !direct.isEmpty else { throw .noOwnFlagChanges }
        return direct
            + changes.filter { !direct.contains($0) && follows($0, from: direct, selection, by: author) }
    }

    /// True for an order whose conditions are all selected, and for a parameter changed only by selected ones.
    private func follows(
        _ change: FlagChange,
        from direct: [FlagChange],
        _ selection: FlagSelection,
        by author: Author
    ) -> Bool {
        guard change.subject != .order else {
            switch selection {
            case .all: return true
            case .only(let names):
                return touches[Self.everything] == nil
                    && conditionTouches.allSatisfy { names.contains($0.name) }
            case .mine:
                return (conditionTouches.map(\.value) + [touches[Self.everything]].compactMap(\.self))
                    .allSatisfy { $0.isOf(author) }
            }
        }
        guard change.subject == .parameter, touch(change) == nil else { return false }
        let names = { (subject: FlagChange.Subject) in
            Set(direct.filter { $0.subject == subject }.map(\.name))
        }
        let (conditions, groups) = (names(.condition), names(.group))
        return change.lines.allSatisfy { line in
            switch line.part {
            case .value(let condition?): conditions.contains(condition)
            case .group:
                [line.before, line.after].compactMap { $0?.string }.contains { groups.contains($0) }
            case .value(nil), .type, .description, .expression, .color, .order, .note, .other: false
            }
        }
    }
}

extension Problem {
    static let noOwnFlagChanges = Problem.notFound(
        Localized(
            "Публиковать нечего: ваших изменений в черновике нет.",
            "There is nothing to publish: none of the changes of the draft is yours."
        )
    )
}
