import Core
import Storage

/// What is asked to be copied.
struct PromoteRequest: Sendable {
    var types: [ContentType]
    /// Only what has changed since in the source.
    var since: Timestamp?
    /// Only these.
    var ids: Set<String>?
    /// What the chosen contents refer to comes along where the target lacks it.
    var withReferences = false
    var overwrites = false
    var note: String?

    func takes(_ content: PromotedContent, of type: ContentType) -> Bool {
        guard types.contains(where: { $0.name == type.name }) else { return false }
        if let ids {
            guard ids.contains(content.id) else { return false }
        } else if content.isArchived {
            return false
        }
        guard let since else { return true }
        return content.updatedAt.map { since <= $0 } ?? true
    }
}

/// What becomes of the contents of one type.
struct TypePromotion: Sendable {
    let type: ContentType
    /// In the order of the source; those that stay the same are only counted.
    var items: [PromoteItem] = []
    var unchanged = 0

    var written: [PromoteItem] { items.filter(\.isWritten) }
}

/// Everything that is to be done, before any of it is.
struct PromotePlan: Sendable {
    let source: String
    let target: String
    /// In an order in which they can be imported.
    let types: [TypePromotion]
    /// Uploads that the target lacks.
    let media: [String]
    /// Why nothing can be done.
    let faults: [Fault]

    var items: [PromoteItem] { types.flatMap(\.items) }
    var written: [PromoteItem] { items.filter(\.isWritten) }

    func count(_ state: PromoteItem.State) -> Int {
        types.reduce(0) { sum, type in
            sum + (state == .unchanged ? type.unchanged : type.items.count { $0.state == state })
        }
    }

    var summary: Localized {
        let (new, changed) = (count(.new), count(.changed))
        let (unchanged, left, conflicts) = (count(.unchanged), count(.left), count(.conflict))
        let ru = [
            "новых \(new)", "изменённых \(changed)", "без изменений \(unchanged)", "конфликтов \(conflicts)",
        ]
        let en = ["\(new) new", "\(changed) changed", "\(unchanged) unchanged", "\(conflicts) in conflict"]
        return Localized(
            (ru + (left > 0 ? ["остаётся \(left)"] : [])).joined(separator: ", "),
            (en + (left > 0 ? ["\(left) left alone"] : [])).joined(separator: ", ")
        )
    }

    /// Throws where something cannot be copied as it was asked for.
    func requireWhole(advises: Bool) throws(Failure) {
        guard !faults.isEmpty else { return }
        let advice = Localized(
            "Взять с собой то, на что ссылаются: --with-references",
            "To take along what is referred to: --with-references"
        )
        throw Failure(
            .data,
            Problem.Kind.invalid.rawValue,
            Localized("\(target): ничего не записано.", "\(target): nothing was written."),
            faults: faults,
            advice: advises ? [advice] : []
        )
    }

    /// Throws where something was left alone that the source has otherwise.
    func requireNoConflicts() throws(Failure) {
        let count = count(.conflict)
        guard count > 0 else { return }
        let isDifferent = items.contains { $0.state == .conflict && $0.reason?.isDifference == true }
        let advice = Localized(
            "Записать поверх: --overwrite",
            "To write over what is there: --overwrite"
        )
        throw Failure(
            .data,
            Problem.Kind.conflict.rawValue,
            Localized(
                "\(target): не тронуто из-за конфликтов: \(count).",
                "\(target): \(count) left alone, being in conflict."
            ),
            advice: isDifferent ? [advice] : []
        )
    }
}
