import ArgumentParser
import Core

/// The guests of an event.
struct Guests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized(
            "Кто записался на мероприятие: посмотреть, отменить, выгрузить.",
            "Who has registered for an event: look, cancel, export."
        ).here,
        subcommands: [List.self, Cancel.self, Export.self]
    )

    fileprivate static func path(_ event: String) -> [String] { ["mall", "events", event, "people"] }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Список записавшихся, последние сверху; без мероприятия — на все.",
                "List who comes, those who registered last first; without an event, to all of them."
            ).here
        )

        @Argument(help: ArgumentHelp("Id мероприятия.", "The id of the event.")) var event: String?
        @OptionGroup var person: PersonFilter
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let path = event.map { Guests.path($0) } ?? ["mall", "guests"]
                let id = { (guest: JSON) in guest["user"]?.id }
                try await session.answerPage(path, page, person.query, id: id, table: session.guestTable)
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Отменить запись человека на мероприятие; баллы вернутся.",
                "Take somebody off the list of an event; the points return."
            ).here
        )

        @Argument(help: ArgumentHelp("Id мероприятия.", "The id of the event.")) var event: String
        @OptionGroup var person: PersonArgument
        @OptionGroup var reason: NoteOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let id = try await person.id(session)
                _ = try await session.api.send(
                    APICall(.delete, Guests.path(event) + [id]).note(reason.note)
                )
                session.answer(["id": .string(id)]) { .empty }
                session.note(
                    Localized("Запись отменена, баллы вернулись.", "Cancelled, the points are back.")
                )
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Записать участников таблицей (CSV); попадает в журнал.",
                "Write who comes to an event as a table (CSV); this is audited."
            ).here
        )

        @Argument(help: ArgumentHelp("Id мероприятия.", "The id of the event.")) var event: String
        @OptionGroup var file: TableFile
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await file.fetch(Guests.path(event) + ["export"], [], session)
            }
        }
    }
}

extension Session {
    fileprivate func guestTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("КТО", "WHO")),
            Table.Column("ID"),
            Table.Column(Localized("МЕРОПРИЯТИЕ", "EVENT"), isFlexible: true),
            Table.Column(Localized("ЗАПИСАН", "REGISTERED")),
            Table.Column(Localized("БАЛЛЫ", "POINTS"), isNumber: true),
        ]
        let rows = items.map { guest in
            [
                guest["user"].person, guest["user"]?["id"]?.string ?? "",
                guest["event"]?["title"]?.string ?? "", clock.text(guest["at"]),
                guest["cost"].number,
            ]
        }
        return Table(columns, rows: rows)
    }
}
