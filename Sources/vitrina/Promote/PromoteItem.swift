import Core

/// One entry of a plan, with its state.
struct PromoteItem: Sendable {
    enum State: String, Sendable, CaseIterable {
        case new, changed, unchanged, conflict
        /// The entry has changed only in the target, so it is not overwritten.
        case left
    }

    enum Reason: Sendable, Hashable {
        case changedThere(Int64), neverPromoted, slugTaken(String), inTrash, archivedHere, changedOnlyThere(
            Int64
        )

        /// True if an overwrite of the target resolves the conflict.
        var isDifference: Bool {
            switch self {
            case .changedThere, .neverPromoted: true
            case .slugTaken, .inTrash, .archivedHere, .changedOnlyThere: false
            }
        }
    }

    let id: String
    let title: String
    let version: Int64
    /// The version in the target; 0 if it does not exist there.
    var targetVersion: Int64 = 0
    var state: State
    var reason: Reason?
    /// True if the published version of the target stays next to the new draft.
    var keepsLive = false
    /// The position of a new entry.
    var position: Int64?
    /// The differences by field, from the target to the source.
    var differences: [ContentDiff.Change] = []

    var isWritten: Bool { state == .new || state == .changed }
}

extension PromoteItem {
    /// Compares an entry with the target; `source` is the name of the source.
    init(
        _ content: PromotedContent,
        of type: ContentType,
        in index: TypeIndex,
        from source: String,
        overwrites: Bool
    ) {
        (id, version) = (content.id, content.version)
        title = type.title(of: content.fields)
        state = .new
        guard let there = index.contents[content.id] else {
            reason =
                index.trash.contains(content.id) ? .inTrash : index.rival(of: content).map { .slugTaken($0) }
            if reason != nil { state = .conflict }
            return
        }
        targetVersion = there.version
        keepsLive = there.keepsLive(content)
        (state, reason) = Self.compare(content, there, from: source)
        if state != .unchanged, state != .left, let rival = index.rival(of: content) {
            (state, reason) = (.conflict, .slugTaken(rival))
        }
        if overwrites, state == .conflict, reason?.isDifference == true { state = .changed }
    }

    private static func compare(
        _ content: PromotedContent,
        _ there: Counterpart,
        from source: String
    ) -> (State, Reason?) {
        if content.isArchived { return there.isArchived ? (.unchanged, nil) : (.left, .archivedHere) }
        if there.isSame(content) { return (.unchanged, nil) }
        guard there.source == source else { return (.conflict, .neverPromoted) }
        guard there.version > there.promotedVersion else { return (.changed, nil) }
        return content.version == there.sourceVersion
            ? (.left, .changedOnlyThere(there.version)) : (.conflict, .changedThere(there.version))
    }
}

extension PromoteItem.Reason {
    func text(from source: String, to target: String) -> Localized {
        switch self {
        case .changedThere(let version):
            Localized(
                "изменено и в \(target): версия \(version)",
                "changed in \(target) too: version \(version)"
            )
        case .neverPromoted:
            Localized(
                "другое в \(target), не из \(source)",
                "differs in \(target), and does not come from \(source)"
            )
        case .slugTaken(let id):
            Localized("адрес занят в \(target): \(id)", "its slug is taken in \(target) by \(id)")
        case .inTrash: Localized("в корзине в \(target)", "in the trash of \(target)")
        case .archivedHere: Localized("в архиве в \(source)", "archived in \(source)")
        case .changedOnlyThere(let version):
            Localized(
                "изменено только в \(target): версия \(version)",
                "changed only in \(target): version \(version)"
            )
        }
    }

    var name: String {
        switch self {
        case .changedThere: "changed-there"
        case .neverPromoted: "never-promoted"
        case .slugTaken: "slug-taken"
        case .inTrash: "in-trash"
        case .archivedHere: "archived"
        case .changedOnlyThere: "changed-only-there"
        }
    }
}

extension PromoteItem.State {
    var title: Localized {
        switch self {
        case .new: Localized("новая", "new")
        case .changed: Localized("изменится", "changed")
        case .unchanged: Localized("без изменений", "unchanged")
        case .conflict: Localized("конфликт", "conflict")
        case .left: Localized("остаётся", "left alone")
        }
    }
}
