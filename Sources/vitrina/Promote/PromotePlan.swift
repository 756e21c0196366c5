import Core
import Storage

/// The selection of entries to copy.
struct PromoteRequest: Sendable {
    var types: [ContentType]
    /// The time since which the selected entries have changed in the source.
    var since: Timestamp?
    /// The ids of the selected entries.
    var ids: Set<String>?
    /// True if referenced entries are copied too if the target does not have them.
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
        return since <= content.updatedAt
    }
}

/// The plan for the entries of one type.
struct TypePromotion: Sendable {
    let type: ContentType
    /// The entries in the order of the source; unchanged entries are only counted.
    var items: [PromoteItem] = []
    var unchanged = 0

    var written: [PromoteItem] { items.filter(\.isWritten) }
}

/// The plan of a promotion, made before the first change.
struct PromotePlan: Sendable {
    let source: String
    let target: String
    /// The types in an order that allows the import.
    let types: [TypePromotion]
    /// The uploads that the target does not have.
    let media: [String]
    /// The faults that prevent the promotion.
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

    /// Throws if an entry cannot be copied as requested.
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

    /// Throws if an entry was not copied because of a conflict.
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
                "\(target): \(count) were left alone because of conflicts."
            ),
            advice: isDifferent ? [advice] : []
        )
    }
}
