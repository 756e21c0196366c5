import ArgumentParser
import Core

/// The telephones with the mall's app on them.
struct Devices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized("Телефоны с приложением.", "The telephones with the app on them.").here,
        discussion: Localized(
            """
            Примеры:
              vitrina devices list 'iPhone 15' --push event
              vitrina devices show ID
            """,
            """
            Examples:
              vitrina devices list 'iPhone 15' --push event
              vitrina devices show ID
            """
        ).here,
        subcommands: [List.self, Show.self]
    )

    static let path = ["mall", "devices"]

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список телефонов, новые сверху.", "List telephones, newest first.").here
        )

        @Argument(
            help: ArgumentHelp(
                "Часть модели или версии системы, или id.",
                "A part of the model or of the system's version, or an id."
            )
        ) var text: String?
        @Flag(inversion: .prefixedNo, help: ArgumentHelp("Там кто-то вошёл.", "Somebody is signed in there."))
        var bound: Bool?
        @Option(
            help: ArgumentHelp(
                "Хочет такие: event, promotion, children, none.",
                "Wants these: event, promotion, children, none.",
                valueName: "kind"
            ),
            completion: .list(["event", "promotion", "children", "none"])
        )
        var push: String?
        @Option(
            help: ArgumentHelp(
                "Этот человек когда-то входил там.",
                "This person was ever signed in there.",
                valueName: "id"
            )
        ) var user: String?
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = [
                    ("q", text), ("bound", bound.map { String($0) }), ("push", push), ("user", user),
                ].given
                try await session.answerPage(Devices.path, page, query, table: session.deviceTable)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Показать телефон и всех, кто там входил.",
                "Show a telephone and everybody who was signed in there."
            ).here
        )

        @Argument(help: ArgumentHelp("Id телефона.", "The id of the telephone.")) var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let device = try await session.api.get(Devices.path + [id])
                session.answer(device) { session.table(ofHistory: device) }
            }
        }
    }
}

extension Session {
    private func push(of device: JSON) -> String {
        (device["push"]?.object ?? [:]).filter { $0.value == true }.keys.sorted().joined(separator: ", ")
    }

    fileprivate func deviceTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"),
            Table.Column(Localized("МОДЕЛЬ", "MODEL")),
            Table.Column(Localized("СИСТЕМА", "SYSTEM")),
            Table.Column(Localized("УСТАНОВЛЕНО", "INSTALLED")),
            Table.Column(Localized("КТО", "WHO"), isFlexible: true),
            Table.Column(Localized("УВЕДОМЛЕНИЯ", "NOTIFICATIONS"), isFlexible: true),
        ]
        let rows = items.map { device in
            [
                device["id"]?.string ?? "", device["model"]?.string ?? "",
                "\(device["os"]?.string ?? "") \(device["version_os"]?.string ?? "")",
                clock.text(device["install_app"]), device["user"].person, push(of: device),
            ]
        }
        return Table(columns, rows: rows)
    }

    fileprivate func table(ofHistory device: JSON) -> Table {
        let about = [
            ["ID", device["id"]?.string ?? ""],
            [text(Localized("Модель", "Model")), device["model"]?.string ?? ""],
            [
                text(Localized("Система", "System")),
                "\(device["os"]?.string ?? "") \(device["version_os"]?.string ?? "")",
            ],
            [text(Localized("Установлено", "Installed")), clock.text(device["install_app"])],
            [text(Localized("Уведомления", "Notifications")), push(of: device)],
        ]
        let people = (device["history"]?.array ?? []).map { line in
            let until = line["ended_at"]?.string == nil ? "" : " – " + clock.text(line["ended_at"])
            return [line["user"].person, clock.text(line["first_at"]) + until]
        }
        return Table(
            [Table.Column(""), Table.Column("", isFlexible: true)],
            hasHeader: false,
            rows: about + people
        )
    }
}
