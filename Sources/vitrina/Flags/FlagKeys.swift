import ArgumentParser
import Core

/// Keys that are built into apps.
struct FlagKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Keys that are built into apps: they open values and nothing else.",
        subcommands: [List.self, Create.self, Disable.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys of a project.")

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await session.answerWhole(try await place.path(session, "keys"), table: session.keyTable)
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a key; it is shown this once.")

        @Argument(help: "What it is for.") var name: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "keys")
                let key = try await session.api.send(APICall(.post, path, json: ["name": .string(name)]))
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
            abstract: "Shut a key for ever; apps that have it get nothing any more."
        )

        @Argument(help: "The id of the key.") var id: String
        @OptionGroup var place: FlagPlaceOptions
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
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

/// Installations that see the draft before everybody else.
struct FlagDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Installations that see the draft before everybody else.",
        subcommands: [List.self, Add.self, Remove.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the test devices of a project.")

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
        static let configuration = CommandConfiguration(abstract: "Let an installation see the draft.")

        @Argument(help: "The id of the installation.") var id: String
        @Argument(help: "Whose it is.") var name: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "devices", id)
                let device = try await session.api.send(APICall(.put, path, json: ["name": .string(name)]))
                session.answer(device) { session.testDeviceTable([device]) }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let it see what everybody sees.")

        @Argument(help: "The id of the installation.") var id: String
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
            Table.Column("ID"), Table.Column(text(Localized("НАЗВАНИЕ", "NAME")), isFlexible: true),
            Table.Column(text(Localized("КЛЮЧ", "KEY"))),
            Table.Column(text(Localized("СОЗДАН", "MADE"))),
            Table.Column(text(Localized("ИСПОЛЬЗОВАН", "USED"))),
            Table.Column(text(Localized("ЗАКРЫТ", "SHUT"))),
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
            Table.Column("ID"), Table.Column(text(Localized("ЧЬЁ", "WHOSE")), isFlexible: true),
            Table.Column(text(Localized("ДОБАВЛЕНО", "ADDED"))),
            Table.Column(text(Localized("КЕМ", "BY"))),
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
