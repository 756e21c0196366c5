import ArgumentParser
import Core

/// Who comes to an event.
struct Guests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Who has registered for an event: look, cancel, export.",
        subcommands: [List.self, Cancel.self, Export.self]
    )

    fileprivate static func path(_ event: String) -> [String] { ["mall", "events", event, "people"] }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List who comes, those who registered last first; without an event, to all of them."
        )

        @Argument(help: "The id of the event.") var event: String?
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
            abstract: "Take somebody off the list of an event; the points return."
        )

        @Argument(help: "The id of the event.") var event: String
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
            abstract: "Write who comes to an event as a table (CSV); this is audited."
        )

        @Argument(help: "The id of the event.") var event: String
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
            Table.Column(text(Localized("КТО", "WHO"))),
            Table.Column("ID"),
            Table.Column(text(Localized("МЕРОПРИЯТИЕ", "EVENT")), isFlexible: true),
            Table.Column(text(Localized("ЗАПИСАН", "REGISTERED"))),
            Table.Column(text(Localized("БАЛЛЫ", "POINTS")), isNumber: true),
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
