import Core
import Flags

extension Session {
    /// Lists the changes of other people in a draft, and requests consent to publish them.
    ///
    /// `only` are the names to publish; nil for all.
    func confirmOthers(in draft: FlagDraft.WholeAnswer, only: [String]?, isAgreed: Bool) throws(Failure) {
        let others = draft.others.filter { only?.contains($0.name) ?? true }
        guard !others.isEmpty else { return }
        let list = Self.list(others.map { ($0.author, $0.name) }, self)
        try terminal.confirm(
            Localized(
                "Выйдут и изменения других людей: \(list). Только свои: vitrina flags publish --mine.",
                "Other people's changes go too: \(list). Only your own: vitrina flags publish --mine."
            ),
            isAgreed: isAgreed
        )
    }

    /// Lists the versions of other people that would be undone, and requests consent to undo them.
    func confirmVersions(
        in others: [ForeignFlagVersion.Answer],
        of parameter: String?,
        isAgreed: Bool
    ) throws(Failure) {
        let versions = others.filter { version in parameter.map { version.changed.contains($0) } ?? true }
        guard !versions.isEmpty else { return }
        let list = versions.map { other in
            let changed = (parameter.map { [$0] } ?? other.changed).joined(separator: ", ")
            return "\(other.version.number) (\(other.version.author)): \(changed)"
        }.joined(separator: "; ")
        try terminal.confirm(
            Localized(
                "Это отменит версии других людей: \(list).",
                "This undoes versions of other people: \(list)."
            ),
            isAgreed: isAgreed
        )
    }

    /// The names grouped by person: `Igor (a, b); Olga (c)`.
    private static func list(_ changes: [(by: String, name: String)], _ session: Session) -> String {
        var names: [(by: String, names: [String])] = []
        for (by, name) in changes {
            let shown =
                name.isEmpty ? session.text(Localized("порядок условий", "order of conditions")) : name
            if let index = names.firstIndex(where: { $0.by == by }) {
                names[index].names.append(shown)
            } else {
                names.append((by, [shown]))
            }
        }
        return names.map { "\($0.by) (\($0.names.joined(separator: ", ")))" }.joined(separator: "; ")
    }
}
