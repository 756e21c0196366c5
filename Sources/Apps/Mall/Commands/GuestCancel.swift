import Apps
import ArgumentParser
import Core
import Web

/// Runs `vitrina guests cancel EVENT PERSON`.
struct GuestCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        "Отменить запись человека на мероприятие; баллы вернутся.",
        "Cancel a person's registration for an event; the points return."
    )

    @Argument(help: ArgumentHelp("Id мероприятия.", "The ID of the event.")) var event: String
    @OptionGroup var person: PersonArgument
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let user = try await person.id(session)
            let address = Guests.resource.address
            let found = try await session.api.get(
                address,
                query: [("event", event), ("user", user)],
                as: Page<JSON>.self
            )
            guard let id = found.elements.first?.id else { throw Guests.resource.notFound }
            _ = try await session.api.send(APICall(.delete, address + [id]).note(reason.note))
            session.answer(["id": .string(user)]) { .empty }
            session.note(Localized("Запись отменена, баллы вернулись.", "Cancelled, the points are back."))
        }
    }
}
