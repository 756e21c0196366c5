import ArgumentParser
import Core
import Storage

/// Changes of several contents that are made together.
struct Releases: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes of several contents that are made together, all or none.",
        subcommands: [
            List.self, Show.self, Create.self, Edit.self, Add.self, Remove.self, Publish.self, Cancel.self,
        ]
    )

    fileprivate static let path = ["releases"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the releases, newest first.")

        @Option(
            help: "Only those that are open, published, failed or cancelled.",
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
            abstract: "Show what is in a release, and what would keep it from being published."
        )

        @Argument(help: "The id of the release.", completion: .custom(Candidates.releases))
        var id: String
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                session.answerRelease(try await session.api.get(Releases.path + [id]))
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a release, which is published at its time or by hand."
        )

        @Option(help: "What people call it.") var title: String
        @Option(help: ArgumentHelp("When it is published: tomorrow 10:00, +3d 12:00.", valueName: "time"))
        var at: String?
        @Option(help: "Why; kept in the history of its contents.") var note: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = ["title": .string(title)]
                body["note"] = note.map { .string($0) }
                if let at { body["at"] = .string(try session.moment(at, "at").description) }
                let call = APICall(.post, Releases.path, json: .object(body))
                session.answerRelease(
                    try await session.api.send(call),
                    Localized("Релиз создан.", "The release is created.")
                )
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change title, note or time; a time opens a failed release again."
        )

        @Argument(help: "The id of the release.", completion: .custom(Candidates.releases))
        var id: String
        @Option(help: "What people call it.") var title: String?
        @Option(help: ArgumentHelp("When it is published; none for by hand.", valueName: "time"))
        var at: String?
        @Option(help: "Why; empty for no note.") var note: String?
        @OptionGroup var from: VersionOption
        @OptionGroup var options: Options

        func validate() throws {
            guard title != nil || at != nil || note != nil else {
                throw ValidationError("Give at least one of --title, --at and --note.")
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
                let call = APICall(.patch, Releases.path + [id], json: .object(body))
                session.answerRelease(
                    try await session.release(call, id, from: from.version),
                    Localized("Сохранено.", "Saved.")
                )
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put contents of any types into a release.",
            discussion: "Example: vitrina releases add RELEASE ID ID --withdraw"
        )

        @Argument(help: "The id of the release.", completion: .custom(Candidates.releases))
        var id: String
        @Argument(help: "The ids of the contents.") var contents: [String]
        @Flag(help: "Withdraw them from apps, rather than publish their drafts.") var withdraw = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let action = withdraw ? Schedule.Action.withdraw : .publish
                var release: JSON = .null
                for content in contents {
                    let path = Releases.path + [id, "items", content]
                    let call = APICall(.put, path, json: ["action": .string(action.rawValue)])
                    release = try await session.api.send(call)
                }
                session.answerRelease(release, Localized("Добавлено.", "Added."))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take contents out of a release; they stay as they are."
        )

        @Argument(help: "The id of the release.", completion: .custom(Candidates.releases))
        var id: String
        @Argument(help: "The ids of the contents.") var contents: [String]
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var release: JSON = .null
                for content in contents {
                    release = try await session.api.send(
                        APICall(.delete, Releases.path + [id, "items", content])
                    )
                }
                session.answerRelease(release, Localized("Убрано из релиза.", "Taken out of the release."))
            }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Do everything in a release now; if one thing cannot be done, nothing is."
        )

        @Argument(help: "The id of the release.", completion: .custom(Candidates.releases))
        var id: String
        @OptionGroup var from: VersionOption
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let call = APICall(.put, Releases.path + [id, "publication"]).note(reason.note)
                session.answerRelease(
                    try await session.release(call, id, from: from.version),
                    Localized("Опубликовано.", "Published.")
                )
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Call a release off; its contents stay as they are."
        )

        @Argument(help: "The id of the release.", completion: .custom(Candidates.releases))
        var id: String
        @OptionGroup var from: VersionOption
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let release = try await session.api.get(Releases.path + [id])
                let title = release["title"]?.string ?? ""
                try session.terminal.confirm(
                    Localized("Релиз «\(title)» будет отменён.", "The release “\(title)” will be cancelled."),
                    isAgreed: yes
                )
                let call = APICall(.delete, Releases.path + [id])
                session.answerRelease(
                    try await session.release(call, id, from: from.version ?? release["version"]?.integer),
                    Localized("Релиз отменён.", "The release is cancelled.")
                )
            }
        }
    }
}

extension Session {
    /// Sends a change of a release, made from `version` or from the newest one.
    fileprivate func release(_ call: APICall, _ id: String, from version: Int64?) async throws -> JSON {
        let newest = version == nil ? try await api.get(Releases.path + [id])["version"]?.integer : nil
        return try await api.send(call.ifMatch(version ?? newest))
    }
}
