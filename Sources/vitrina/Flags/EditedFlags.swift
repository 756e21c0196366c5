import ArgumentParser
import Core
import Flags

/// The option that publishes a change at once instead of leaving it in the draft.
struct FlagPublishOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Сразу опубликовать вместе со всем, что есть в черновике.",
            "Publish it at once, with everything else in the draft."
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
    /// The changes since the published version, or since the version before it.
    let changes: [FlagChange]
    /// The faults that prevent the publication.
    var faults: [Fault] = []
    /// Nil if it was published.
    var revision: Int64?
    /// The number of the published version; nil for a draft.
    var published: Int64?

    init(_ draft: FlagDraft.Answer) {
        (changes, faults, revision) = (draft.changes, draft.faults, draft.revision)
    }

    init(_ version: PublishedFlags) {
        (changes, published) = (version.changes, version.number)
    }

    /// The members that every editing command includes in its JSON; `name` is the only subject to include.
    func json(about name: String?, in language: Language) -> JSON {
        [
            "changes": .array(changes(of: name).map(\.json)),
            "faults": .array(faults.map { $0.json(in: language) }),
            "revision": revision.map { .integer($0) } ?? .null,
            "published": changes.isEmpty ? .null : published.map { .integer($0) } ?? .null,
        ]
    }

    func changes(of name: String?) -> [FlagChange] { changes.filter { name == nil || $0.name == name } }
}

/// A version that an edit has published, with what it changed.
struct PublishedFlags: JSONReadable {
    let number: Int64
    let changes: [FlagChange]

    init(json: JSON) throws(Fault) {
        number = try json.get("number")
        changes = try json.get("diff")
    }
}

extension FlagPlaceOptions {
    /// Edits the current draft, and publishes it if requested; the edits of other people remain.
    func edit(
        _ session: Session,
        _ publishing: FlagPublishOption? = nil,
        _ edits: (_ draft: FlagDraft.WholeAnswer) throws -> [JSON]
    ) async throws -> (edited: EditedFlags, sheet: AnnotatedTemplate) {
        let path = try await path(session, "draft")
        let draft = try await draft(session)
        let isPublished = publishing?.publish == true
        if isPublished {
            try session.confirmOthers(in: draft, only: nil, isAgreed: publishing?.yes == true)
        }
        var body: [String: JSON] = ["edits": .array(try edits(draft))]
        if isPublished { body["publish"] = true }
        let call = call(.patch, path, json: .object(body))
            .ifMatch(draft.draft.revision).note(publishing?.reason.note).unseen(if: !isPublished)
        do {
            let answer = try await session.api.send(call)
            let edited =
                isPublished
                ? EditedFlags(try Failure.reading(PublishedFlags.self, answer))
                : EditedFlags(try Failure.reading(FlagDraft.Answer.self, answer))
            return (edited, try Failure.reading(AnnotatedTemplate.self, answer))
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
        let changes = edited.changes(of: name)
        let ids = ids ?? name.map { [$0] } ?? changes.map(\.name)
        answer(edited.json(about: name, in: terminal.language).merged(with: members), ids: ids) {
            table?() ?? flagChangeTable(changes)
        }
        note(edited.faults)
        guard let number = edited.published else {
            if edited.changes.isEmpty { return noteSame() }
            return edited.faults.isEmpty ? noteWaiting(edited.changes.count) : noteUnpublishable()
        }
        guard !edited.changes.isEmpty else {
            return note(Localized("Публиковать нечего.", "There is nothing to publish."))
        }
        let others = edited.changes.map(\.name).filter { $0 != name && !$0.isEmpty }
        notePublished(number, with: name == nil ? [] : others)
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
    func notePublished(_ number: Int64, with others: [String] = []) {
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
    func note(_ faults: [Fault]) {
        for fault in faults { report(Localized(same: "  \(fault.pointer): \(text(fault.detail))")) }
    }
}
