import Storage

/// A change of a release: the members of a merge patch (RFC 7396), each checked.
package struct ReleaseChange: Sendable {
    private(set) var title: String?
    /// Nil leaves the value as it is; the inner nil removes it.
    private(set) var note: String??
    private(set) var at: Timestamp??

    /// Throws all faults at once; a new release needs a title.
    package init(_ members: [String: JSON], isNew: Bool) throws(Problem) {
        var faults: [Fault] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let fault =
                switch name {
                case "title": readTitle(value)
                case "note": readNote(value)
                case "at": readTime(value)
                case _: Localized("нет такого поля", "is not a field here")
                }
            if let fault { faults.append(Fault("#/\(name.clipped)", fault)) }
        }
        if isNew, members["title"] == nil { faults.append(Fault("#/title", "не заполнено", "is missing")) }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    private mutating func readTitle(_ json: JSON) -> Localized? {
        let text = json.string?.trimmed ?? ""
        title = text
        let isFit = 1...Limits.releaseTitleLengthMax ~= text.count && text.isOneLine
        return isFit
            ? nil
            : Localized(
                "должно быть строкой от 1 до \(Limits.releaseTitleLengthMax) знаков",
                "must be a line of 1 to \(Limits.releaseTitleLengthMax) characters"
            )
    }

    private mutating func readNote(_ json: JSON) -> Localized? {
        let text = json == .null ? "" : json.string?.trimmed
        note = .some(text.flatMap { $0.isEmpty ? nil : $0 })
        guard let text, text.count <= Limits.noteLengthMax, text.isOneLine else {
            return Localized(
                "должно быть строкой до \(Limits.noteLengthMax) знаков",
                "must be a line of at most \(Limits.noteLengthMax) characters"
            )
        }
        return nil
    }

    private mutating func readTime(_ json: JSON) -> Localized? {
        guard json != .null else {
            at = .some(nil)
            return nil
        }
        switch json.string.map({ Field.moment($0) }) {
        case .success(let moment)?:
            at = .some(moment.string.flatMap { Timestamp($0) })
            return nil
        case .failure(let failure)?: return failure.detail
        case nil: return Localized("должно быть строкой", "must be a string")
        }
    }
}

extension String {
    var isOneLine: Bool {
        !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
