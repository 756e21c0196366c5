import Apps
import ArgumentParser
import Core
import Flags

extension Flags {
    struct Google: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать связь с Firebase: что отправлено последним и что не удалось.",
            "Show how the flags stand with Firebase: what went there last, and what went wrong."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Flag(
            help: ArgumentHelp(
                "Спросить Firebase и показать, что там изменится.",
                "Ask Firebase, and show what a push would change there."
            )
        ) var compare = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let query = place.query + (compare ? [("compare", "true")] : [])
                let state = try await session.api.get(try await place.path(session, "google"), query: query)
                let status = try GoogleFlags.Status.Answer(json: state)
                session.answer(state, ids: [status.standing.rawValue]) {
                    compare
                        ? session.flagChangeTable(status.comparison?.changes ?? [])
                        : session.googleTable(status)
                }
                session.noteGoogle(status)
            }
        }
    }

    struct Push: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Отправить то, что видят приложения, в связанный проект Firebase.",
            "Send what apps see now to the Firebase project that the project is linked to.",
            discussion: Localized(
                """
                Чужие изменения там не затираются: возьмите их через pull или посмотрите, что пропадёт, и укажите
                --force.
                """,
                """
                What others have changed there is never overwritten: take it with pull, or see what would go and
                say --force.
                """
            ).here
        )

        @OptionGroup var place: FlagPlaceOptions
        @Flag(
            help: ArgumentHelp(
                "Стереть чужие изменения там; сначала они будут показаны.",
                "Replace the changes of others there; they are shown first."
            )
        ) var force = false
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                if force { body = try await agreed(session) }
                let path = try await place.path(session, "google", "push")
                let state = try await session.api.send(place.call(.post, path, json: .object(body)))
                let status = try GoogleFlags.Status.Answer(json: state)
                let version = status.version.map { String($0) } ?? ""
                session.answer(state, ids: [version]) { session.googleTable(status) }
                session.note(
                    Localized("В Firebase — версия \(version).", "Firebase has version \(version).")
                )
            }
        }

        /// Shows the changes at Firebase that would be lost, and returns their version with the consent.
        private func agreed(_ session: Session) async throws -> [String: JSON] {
            let query = place.query + [("compare", "true")]
            let comparison = try await session.api.get(
                try await place.path(session, "google"),
                query: query,
                as: GoogleFlags.Status.Answer.self
            ).comparison
            let changes = comparison?.changes ?? []
            if comparison?.isSeen != true, !changes.isEmpty {
                let table = session.flagChangeTable(changes)
                let text = table.text(width: nil, style: .plain, language: session.terminal.language)
                for line in text.split(separator: "\n") {
                    session.report(Localized(same: "  \(line)"))
                }
                try session.terminal.confirm(
                    Localized(
                        "Изменения в Firebase пропадут: \(changes.count).",
                        "Changes of others in Firebase that are lost: \(changes.count)."
                    ),
                    isAgreed: yes
                )
            }
            return ["force": true, "etag": JSON(comparison?.etag)]
        }
    }

    struct Pull: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Взять в черновик изменения из Firebase.",
            "Take what was changed in Firebase into the draft."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Option(
            help: ArgumentHelp(
                "Если менялось с обеих сторон: mine или theirs.",
                "If both sides changed the same thing: mine or theirs.",
                valueName: "side"
            ),
            completion: .list(FlagMerge.Side.allCases.map { $0.rawValue })
        )
        var prefer: String?
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                body["prefer"] = prefer.map { .string($0) }
                let path = try await place.path(session, "google", "pull")
                let call = place.call(.post, path, json: .object(body)).unseen
                var edited = EditedFlags(try await session.api.send(call, as: FlagDraft.Answer.self))
                // A dry run leaves the draft unchanged, so there is nothing to publish.
                if publishing.publish, !edited.changes.isEmpty, !session.isDryRun {
                    edited = try await place.edit(session, publishing) { _ in [] }.edited
                }
                session.answer(edited)
            }
        }
    }
}

extension Session {
    fileprivate func googleTable(_ state: GoogleFlags.Status.Answer) -> Table {
        let columns = [
            Table.Column(Localized("ПРОЕКТ FIREBASE", "FIREBASE PROJECT")),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("НАША ВЕРСИЯ", "OUR VERSION"), isNumber: true),
            Table.Column(Localized("ИХ ВЕРСИЯ", "THEIR VERSION"), isNumber: true),
            Table.Column(Localized("КОГДА", "AT")),
        ]
        return Table(
            columns,
            rows: [
                [
                    state.project ?? "", state.standing.rawValue, state.version.map { String($0) } ?? "",
                    state.theirVersion ?? "", clock.text(state.at),
                ]
            ]
        )
    }

    /// Shows the failure of the sync, and a missing key file.
    fileprivate func noteGoogle(_ state: GoogleFlags.Status.Answer) {
        if let fault = state.fault { report(Localized(same: fault)) }
        if state.standing == .off {
            note(
                Localized(
                    "Проект не связан: vitrina projects edit … --google <id>.",
                    "The project is not linked: vitrina projects edit … --google <id>."
                )
            )
        } else if !state.hasKey {
            report(
                Localized(
                    "На сервере нет ключа сервисного аккаунта.",
                    "The server has no key of a service account."
                )
            )
        }
    }
}
