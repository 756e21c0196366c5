import ArgumentParser
import Core

/// The option that publishes a change at once instead of leaving it in the draft.
struct FlagPublishOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Сразу опубликовать вместе со всем, что есть в черновике.",
            "Publish it at once, with whatever else is in the draft."
        )
    ) var publish = false
    @OptionGroup var reason: NoteOption
    @Flag(
        name: [.short, .long],
        help: ArgumentHelp("Не спрашивать о чужих изменениях.", "Do not ask about what others have changed.")
    ) var yes = false

    func validate() throws {
        guard publish || reason.note == nil else {
            throw ValidationError(Localized("--note нужен --publish.", "--note needs --publish.").here)
        }
    }
}

/// The result of an edit: a changed draft, or a published version.
struct EditedFlags {
    /// The answer of the API: the draft, or the published version.
    let answer: JSON
    let isPublished: Bool

    /// The changes since the published version, or since the version before it.
    var changes: [JSON] { answer[isPublished ? "diff" : "changes"]?.array ?? [] }

    var hasFaults: Bool { answer["faults"]?.array?.isEmpty == false }

    /// The members that every editing command includes in its JSON.
    var json: JSON {
        [
            "changes": .array(changes), "faults": answer["faults"] ?? [],
            "revision": answer["revision"] ?? .null,
            "published": isPublished && !changes.isEmpty ? answer["number"] ?? .null : .null,
        ]
    }
}

extension FlagPlaceOptions {
    /// Edits the current draft, and publishes it if requested; the edits of other people remain.
    func edit(
        _ session: Session,
        _ publishing: FlagPublishOption? = nil,
        _ edits: (_ draft: JSON) throws -> [JSON]
    ) async throws -> EditedFlags {
        let path = try await path(session, "draft")
        let draft = try await session.api.get(path, query: query)
        let isPublished = publishing?.publish == true
        if isPublished {
            try session.confirmOthers(in: draft, only: nil, isAgreed: publishing?.yes == true)
        }
        var body: [String: JSON] = ["edits": .array(try edits(draft))]
        if isPublished { body["publish"] = true }
        let call = call(.patch, path, json: .object(body))
            .ifMatch(draft["revision"]?.integer).note(publishing?.reason.note).unseen(if: !isPublished)
        do {
            return EditedFlags(answer: try await session.api.send(call), isPublished: isPublished)
        } catch var failure as Failure {
            // The user cannot see the list of edits, so its index is removed from the faults.
            failure.faults = failure.faults.map { fault in
                Fault(fault.pointer.replacing(#/^#/edits/[0-9]+/#, with: "#"), fault.detail)
            }
            throw failure
        }
    }
}

extension Session {
    /// Prints the changes with their faults and the next step.
    ///
    /// `name` is the parameter or condition of the command; nil shows all changes.
    func answer(
        _ edited: EditedFlags,
        _ members: JSON = [:],
        about name: String? = nil,
        ids: [String]? = nil,
        table: (() -> Table)? = nil
    ) {
        let changes = edited.changes.filter { name == nil || $0["name"]?.string == name }
        let own: JSON = ["changes": .array(changes)]
        let ids = ids ?? name.map { [$0] } ?? changes.compactMap { $0["name"]?.string }
        answer(edited.json.merged(with: own).merged(with: members), ids: ids) {
            table?() ?? flagChangeTable(changes)
        }
        noteFaults(of: edited.answer)
        guard edited.isPublished else {
            if edited.changes.isEmpty { return noteSame() }
            return edited.hasFaults ? noteUnpublishable() : noteWaiting(edited.changes.count)
        }
        guard !edited.changes.isEmpty else {
            return note(Localized("Публиковать нечего.", "There is nothing to publish."))
        }
        let others = edited.changes.compactMap { $0["name"]?.string }.filter { $0 != name && !$0.isEmpty }
        notePublished(edited.answer, with: name == nil ? [] : others)
    }

    func noteSame() { note(Localized("Различий нет.", "There is no difference.")) }

    private func noteUnpublishable() {
        note(Localized("Так черновик не опубликовать.", "The draft cannot be published like this."))
    }

    private func noteWaiting(_ count: Int) {
        note(
            Localized(
                "В черновике \(count) \(plural(count, "изменение", "изменения", "изменений")): vitrina flags publish.",
                "\(count) \(count == 1 ? "change waits" : "changes wait") in the draft: vitrina flags publish."
            )
        )
    }

    /// Reports the published version; `others` are further changes that were published in it.
    func notePublished(_ version: JSON, with others: [String] = []) {
        let number = version["number"].number
        guard !others.isEmpty else {
            return note(Localized("Опубликована версия \(number).", "Version \(number) is published."))
        }
        let list = others.joined(separator: ", ")
        note(
            Localized(
                "Опубликована версия \(number), в ней и остальной черновик: \(list).",
                "Version \(number) is published, with what else was in the draft: \(list)."
            )
        )
    }

    /// Reports the faults that prevent the publication of a draft.
    func noteFaults(of draft: JSON) {
        for fault in draft["faults"]?.array ?? [] {
            report(Localized(same: "  \(fault["pointer"]?.string ?? "#"): \(fault["detail"]?.string ?? "")"))
        }
    }
}
