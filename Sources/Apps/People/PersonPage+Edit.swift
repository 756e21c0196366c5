import Core
import Web

/// The dialog in which a person is put right.
extension PersonPage {
    private var isEditing: Bool { dialog.name == "edit" }
    private var isStale: Bool { isEditing && dialog.problem?.kind == .stale }

    func editDialog(of person: JSON, _ fields: [JSON]) -> JSON {
        [
            "is_open": .bool(isEditing), "revision": person["revision"] ?? 0, "fields": .array(fields),
            "stale": .string(isStale ? dialog.problem?.detail[language] ?? "" : ""),
        ]
    }

    /// After a conflict it has what was typed over what is there now, and tells where that differs.
    func editField(
        _ name: String,
        _ title: Localized,
        of person: JSON,
        lengthMax: Int,
        kind: String = "text"
    ) -> JSON {
        let now = person[name]?.string ?? ""
        // What nobody has touched is what is there now.
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
    /// The texts of these fields that are no longer what the dialog began with.
    func changed(_ names: [String]) -> [String: String] {
        Dictionary(
            names.compactMap { name in
                self[name].flatMap { $0 == self["was_\(name)"] ? nil : (name, $0) }
            }
        ) { first, _ in first }
    }
}
