import Core
import Web

/// The dialog that edits a user.
extension PersonPage {
    private var isEditing: Bool { dialog.name == "edit" }
    private var isStale: Bool { isEditing && dialog.problem?.kind == .stale }

    /// `revision` is that of the user; nil for readers who may not see it.
    func editDialog(_ revision: Int64?, _ fields: [JSON]) -> JSON {
        [
            "is_open": .bool(isEditing), "revision": revision.map { .integer($0) } ?? .null,
            "fields": .array(fields),
            "stale": .string(isStale ? dialog.problem?.detail[language] ?? "" : ""),
        ]
    }

    /// After a conflict the field has the typed value, and shows the current one if it differs.
    func editField(
        _ name: String,
        _ title: Localized,
        _ saved: String?,
        lengthMax: Int,
        kind: String = "text"
    ) -> JSON {
        let now = saved ?? ""
        // An untouched field follows the current value.
        let typed = dialog.form[name] == dialog.form["was_\(name)"] ? nil : dialog.form[name]
        let value = isEditing ? typed ?? now : now
        return [
            "name": .string(name), "title": .string(title[language]), "value": .string(value),
            "was": .string(now), "kind": .string(kind), "length_max": .integer(Int64(lengthMax)),
            "fault": isEditing ? dialog.fault(name, language) : "",
            "theirs": isStale && now != value ? ["value": .string(now.isEmpty ? "—" : now)] : .null,
        ]
    }
}

extension Form {
    /// The fields whose texts differ from those that the dialog started with.
    func changed(_ names: [String]) -> [String: String] {
        Dictionary(
            names.compactMap { name in
                self[name].flatMap { $0 == self["was_\(name)"] ? nil : (name, $0) }
            }
        ) { first, _ in first }
    }
}
