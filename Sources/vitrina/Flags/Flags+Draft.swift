import ArgumentParser
import Core
import Flags

extension Flags {
    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Одобрить черновик как он есть; любая правка это отменит.",
            "Agree to the draft as it is; any later edit takes that back."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let draft = try await place.draft(session)
                let call = place.call(.put, try await place.path(session, "draft", "approval"), json: [:])
                    .unseen
                let approved = try await session.api.send(
                    call.ifMatch(draft.draft.revision),
                    as: FlagDraft.Answer.self
                )
                session.answer(["revision": .integer(approved.revision)], ids: []) { .empty }
                session.note(Localized("Согласовано.", "Approved."))
            }
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration("Отбросить черновик.", "Throw the draft away.")

        @OptionGroup var place: FlagPlaceOptions
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let draft = try await place.draft(session)
                let count = draft.draft.changes.count
                try session.terminal.confirm(
                    Localized(
                        "Пропадёт \(count) \(plural(count, "изменение", "изменения", "изменений")) черновика.",
                        "The draft goes with \(count) \(count == 1 ? "change" : "changes")."
                    ),
                    isAgreed: yes
                )
                let call = place.call(.delete, try await place.path(session, "draft")).unseen
                let left = try await session.api.send(
                    call.ifMatch(draft.draft.revision),
                    as: FlagDraft.Answer.self
                )
                session.answer(["revision": .integer(left.revision)], ids: []) { .empty }
                session.note(Localized("Черновика больше нет.", "The draft is gone."))
            }
        }
    }
}
