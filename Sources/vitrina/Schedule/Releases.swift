import ArgumentParser
import Core
import Storage

/// Releases: changes of several entries that are published together.
struct Releases: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Выпуски: изменения нескольких записей вместе, все или ни одного.",
        "Changes of several contents that are made together, all or none.",
        subcommands: [
            List.self, Show.self, Create.self, Edit.self, Add.self, Remove.self, Publish.self, Cancel.self,
        ]
    )

    static let path = ["releases"]

    /// The argument that names a release.
    struct ReleaseArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp("Id выпуска.", "The id of the release."),
            completion: .custom(Candidates.releases)
        )
        var id: String
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список выпусков, новые сверху.",
            "List the releases, newest first."
        )

        @Option(
            help: ArgumentHelp(
                "Только open, published, failed или cancelled.",
                "Only those that are open, published, failed or cancelled."
            ),
            completion: .list(Release.State.allCases.map(\.rawValue))
        )
        var state: String?
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = [("state", state)].given
                try await session.answerPage(Releases.path, page, query, table: session.releaseList)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать, что в выпуске и что мешает его опубликовать.",
            "Show what is in a release, and what would keep it from being published."
        )

        @OptionGroup var chosen: ReleaseArgument
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try session.answerRelease(try await session.api.get(Releases.path + [chosen.id]))
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Создать выпуск: он выйдет в своё время или вручную.",
            "Create a release, which is published at its time or by hand."
        )

        @Option(help: ArgumentHelp("Как его называют люди.", "What people call it.")) var title: String
        @Option(
            help: ArgumentHelp(
                "Когда опубликовать: tomorrow 10:00, +3d 12:00.",
                "When it is published: tomorrow 10:00, +3d 12:00.",
                valueName: "time"
            )
        )
        var at: String?
        @Option(
            help: ArgumentHelp(
                "Зачем; останется в истории его записей.",
                "Why; kept in the history of its contents."
            )
        ) var note: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = ["title": .string(title)]
                body["note"] = note.map { .string($0) }
                if let at { body["at"] = .string(try session.moment(at, "at").description) }
                let call = APICall(.post, Releases.path, json: .object(body)).unseen(if: at == nil)
                let release = try await session.api.send(call)
                // A new release has no items; the next command needs its id.
                try session.answer(release) { session.releaseList([try Release.Answer(json: release)]) }
                session.note(Localized("Выпуск создан.", "The release is created."))
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Изменить название, примечание или время; время снова откроет неудавшийся выпуск.",
            "Change title, note or time; a time opens a failed release again."
        )

        @OptionGroup var chosen: ReleaseArgument
        @Option(help: ArgumentHelp("Как его называют люди.", "What people call it.")) var title: String?
        @Option(
            help: ArgumentHelp(
                "Когда опубликовать; none — вручную.",
                "When it is published; none for by hand.",
                valueName: "time"
            )
        )
        var at: String?
        @Option(help: ArgumentHelp("Зачем; пусто — без примечания.", "Why; empty for no note.")) var note:
            String?
        @OptionGroup var from: VersionOption
        @OptionGroup var options: Options

        func validate() throws {
            guard title != nil || at != nil || note != nil else {
                throw ValidationError(
                    Localized(
                        "Укажите хотя бы одно из --title, --at и --note.",
                        "Give at least one of --title, --at and --note."
                    ).here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                body["title"] = title.map { .string($0) }
                body["note"] = note.map { .string($0) }
                if let at {
                    let isNone = ["none", "нет"].contains(at.lowercased())
                    body["at"] = isNone ? JSON.null : .string(try session.moment(at, "at").description)
                }
                let call = APICall(.patch, Releases.path + [chosen.id], json: .object(body))
                try session.answerRelease(
                    try await session.release(call, chosen.id, from: from.version),
                    Localized("Сохранено.", "Saved.")
                )
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Добавить в выпуск записи любых видов.",
            "Put contents of any types into a release.",
            discussion: Localized(
                "Пример: vitrina releases add ВЫПУСК ID ID --withdraw",
                "Example: vitrina releases add RELEASE ID ID --withdraw"
            ).here
        )

        @OptionGroup var chosen: ReleaseArgument
        @Argument(help: ArgumentHelp("Id записей.", "The ids of the contents.")) var contents: [String]
        @Flag(
            help: ArgumentHelp(
                "Снять их с публикации, а не опубликовать черновики.",
                "Withdraw them from apps, rather than publish their drafts."
            )
        ) var withdraw = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let action = withdraw ? Schedule.Action.withdraw : .publish
                var release: JSON = .null
                for content in contents {
                    let path = Releases.path + [chosen.id, "items", content]
                    let call = APICall(.put, path, json: ["action": .string(action.rawValue)])
                    release = try await session.api.send(call)
                }
                try session.answerRelease(release, Localized("Добавлено.", "Added."))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Убрать записи из выпуска; сами они не изменятся.",
            "Take contents out of a release; they stay as they are."
        )

        @OptionGroup var chosen: ReleaseArgument
        @Argument(help: ArgumentHelp("Id записей.", "The ids of the contents.")) var contents: [String]
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var release: JSON = .null
                for content in contents {
                    release = try await session.api.send(
                        APICall(.delete, Releases.path + [chosen.id, "items", content])
                    )
                }
                try session.answerRelease(
                    release,
                    Localized("Убрано из выпуска.", "Taken out of the release.")
                )
            }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Выполнить весь выпуск сейчас; если что-то нельзя, не сделается ничего.",
            "Do everything in a release now; if one thing cannot be done, nothing is."
        )

        @OptionGroup var chosen: ReleaseArgument
        @OptionGroup var from: VersionOption
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let call = APICall(.put, Releases.path + [chosen.id, "publication"]).note(reason.note)
                try session.answerRelease(
                    try await session.release(call, chosen.id, from: from.version),
                    Localized("Опубликовано.", "Published.")
                )
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Отменить выпуск; записи не изменятся.",
            "Call a release off; its contents stay as they are."
        )

        @OptionGroup var chosen: ReleaseArgument
        @OptionGroup var from: VersionOption
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let release = try await session.api.get(Releases.path + [chosen.id], as: Release.Answer.self)
                let title = release.title
                try session.terminal.confirm(
                    Localized(
                        "Выпуск «\(title)» будет отменён.",
                        "The release “\(title)” will be cancelled."
                    ),
                    isAgreed: yes
                )
                let call = APICall(.delete, Releases.path + [chosen.id])
                try session.answerRelease(
                    try await session.release(call, chosen.id, from: from.version ?? release.version),
                    Localized("Выпуск отменён.", "The release is cancelled.")
                )
            }
        }
    }
}
