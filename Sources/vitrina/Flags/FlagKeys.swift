import ArgumentParser
import Core

/// The client keys that are built into apps.
struct FlagKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: Localized(
            "Ключи, встроенные в приложения: открывают значения и больше ничего.",
            "Keys that are built into apps: they open values and nothing else."
        ).here,
        subcommands: [List.self, Create.self, Disable.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список ключей проекта.", "List the keys of a project.").here
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await session.answerWhole(try await place.path(session, "keys"), table: session.keyTable)
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Сделать ключ; он показывается один раз.",
                "Make a key; it is shown this once."
            ).here
        )

        @Argument(help: ArgumentHelp("Для чего он.", "What it is for.")) var name: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "keys")
                let key = try await session.api.send(
                    APICall(.post, path, json: ["name": .string(name)]).unseen
                )
                session.answer(key) {
                    Table(secret: [("id", key.id ?? ""), ("key", key["key"]?.string ?? "")])
                }
                session.note(
                    Localized("Ключ показан один раз, сохраните его.", "The key is shown this once; keep it.")
                )
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Закрыть ключ навсегда; приложения с ним больше ничего не получат.",
                "Shut a key for ever; apps that have it get nothing any more."
            ).here
        )

        @Argument(help: ArgumentHelp("Id ключа.", "The id of the key.")) var id: String
        @OptionGroup var place: FlagPlaceOptions
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try session.terminal.confirm(
                    Localized(
                        "Приложения с этим ключом больше не получат значений.",
                        "Apps with this key get no values any more."
                    ),
                    isAgreed: yes
                )
                let path = try await place.path(session, "keys", id)
                _ = try await session.api.send(APICall(.delete, path))
                session.answer(["id": .string(id)]) { .empty }
                session.note(Localized("Ключ закрыт.", "The key is shut."))
            }
        }
    }
}

/// Test devices: installations that get the draft.
struct FlagDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: Localized(
            "Установки, которые видят черновик раньше всех.",
            "Installations that see the draft before everybody else."
        ).here,
        subcommands: [List.self, Add.self, Remove.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список тестовых устройств проекта.", "List the test devices of a project.")
                .here
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "devices")
                try await session.answerWhole(path, table: session.testDeviceTable)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Показывать установке черновик.", "Let an installation see the draft.").here
        )

        @Argument(help: ArgumentHelp("Id установки.", "The id of the installation.")) var id: String
        @Argument(help: ArgumentHelp("Чья она.", "Whose it is.")) var name: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "devices", id)
                let device = try await session.api.send(
                    APICall(.put, path, json: ["name": .string(name)]).unseen
                )
                session.answer(device) { session.testDeviceTable([device]) }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Показывать ей то же, что всем.", "Let it see what everybody sees.").here
        )

        @Argument(help: ArgumentHelp("Id установки.", "The id of the installation.")) var id: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "devices", id)
                _ = try await session.api.send(APICall(.delete, path))
                session.answer(["id": .string(id)]) { .empty }
                session.note(Localized("Удалено.", "Removed."))
            }
        }
    }
}

extension Session {
    fileprivate func keyTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"), Table.Column(Localized("НАЗВАНИЕ", "NAME"), isFlexible: true),
            Table.Column(Localized("КЛЮЧ", "KEY")),
            Table.Column(Localized("СОЗДАН", "MADE")),
            Table.Column(Localized("ИСПОЛЬЗОВАН", "USED")),
            Table.Column(Localized("ЗАКРЫТ", "SHUT")),
        ]
        return Table(
            columns,
            rows: items.map { key in
                [
                    key.id ?? "", key["name"]?.string ?? "",
                    key["prefix"]?.string.map { "\($0)…" } ?? "",
                    clock.text(key["created_at"]), clock.text(key["last_used_at"]),
                    clock.text(key["disabled_at"]),
                ]
            }
        )
    }

    fileprivate func testDeviceTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"), Table.Column(Localized("ЧЬЁ", "WHOSE"), isFlexible: true),
            Table.Column(Localized("ДОБАВЛЕНО", "ADDED")),
            Table.Column(Localized("КЕМ", "BY")),
        ]
        return Table(
            columns,
            rows: items.map { device in
                [
                    device.id ?? "", device["name"]?.string ?? "",
                    clock.text(device["added_at"]), device["added_by"]?.string ?? "",
                ]
            }
        )
    }
}
