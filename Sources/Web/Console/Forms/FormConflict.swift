import Core
import Storage

/// An edit conflict: the version that somebody else has saved, and the texts of the form.
struct FormConflict {
    let author: String
    let at: Timestamp
    /// The current version.
    let version: Int64
    let base: FormTexts
    let theirs: FormTexts
    let mine: FormTexts

    /// The form with the parts that only they have changed; a part that both have changed keeps the typed text.
    func merged(of type: ContentType) -> FormTexts {
        var texts = mine
        for part in type.formParts where mine[part.name] == base[part.name] {
            texts[part.name] = theirs[part.name]
        }
        return texts
    }

    /// The parts that differ, each with the texts to choose from.
    func json(of type: ContentType, _ names: FormNames, _ time: HumanTime) -> JSON {
        let language = time.language
        let rows = type.formParts.compactMap { part -> JSON? in
            let (base, theirs, mine) = (base[part.name], theirs[part.name], mine[part.name])
            guard theirs != mine else { return nil }
            let words = { (texts: [String]) -> JSON in
                let text = names.words(texts, of: part.field, time)
                return .string(text.isEmpty ? Localized("пусто", "empty")[language] : text)
            }
            let tongue = part.language.map { $0 == .standard ? "" : " (\($0.rawValue))" } ?? ""
            return [
                "name": .string(part.name), "title": .string(part.field.label(language) + tongue),
                "theirs": words(theirs), "mine": words(mine),
                "is_both": .bool(theirs != base && mine != base),
                "is_only_theirs": .bool(mine == base), "is_only_mine": .bool(theirs == base),
            ]
        }
        return [
            "author": .string(author), "when": .string(time.moment(at).capitalizedStart),
            "rows": .array(rows), "version": .string(String(version)),
        ]
    }
}

extension Form {
    /// The form without the parts for which the other side was chosen.
    func takingTheirs(of type: ContentType) -> Form {
        Form(fields.filter { field in self["_take.\(field.name)"] != "theirs" })
    }
}
