import ArgumentParser
import Core
import Web

/// Runs `vitrina hooks test ID --wait`: the action of the list, and the result of the delivery.
struct HookTest: AsyncParsableCommand {
    /// The number of polls for the delivery, a second apart.
    private static let readsMax = 30

    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: Localized(
            "Отправить пробное событие, даже выключенному веб-хуку.",
            "Send a test event, also to a web hook that is off."
        ).here
    )

    @Argument(
        help: ArgumentHelp("Id веб-хука.", "The ID of the web hook."),
        completion: .custom { words, _, _ in await Candidates.rows(words, of: WebHooks.resource) }
    ) var id: String
    @Flag(
        help: ArgumentHelp(
            "Ждать, пока доставится или не доставится.",
            "Wait until it was delivered, or was not."
        )
    ) var wait = false
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let id = try await session.id(of: id, in: WebHooks.resource)
            let hook = try await session.api.send(APICall(.post, ["hooks", id, "test"]).unseen)
            guard !session.isDryRun, let number = hook["delivery"]?.integer else {
                session.answer(hook) {
                    ResourceTable(resource: WebHooks.resource, session: session).card(hook)
                }
                return
            }
            let path = HookDeliveries.resource.address + [String(number)]
            var delivery = try await session.api.get(path)
            var reads = 0
            while wait, delivery.isWaiting, reads < Self.readsMax {
                try await Task.sleep(for: .seconds(1))
                delivery = try await session.api.get(path)
                reads += 1
            }
            session.answer(delivery) {
                ResourceTable(resource: HookDeliveries.resource, session: session).list([delivery])
            }
            if wait { try Self.requireSent(delivery) }
        }
    }

    private static func requireSent(_ delivery: JSON) throws(Failure) {
        if delivery.isWaiting {
            throw Failure(
                .tryAgain,
                "waiting",
                Localized("Пока не отправлено. Работает ли сервер?", "Not sent yet. Does a server run?")
            )
        }
        guard delivery["state"]?.string != OutboxMessage.State.sent.rawValue else { return }
        let reason = delivery["error"]?.string ?? ""
        throw Failure(.unreachable, "undelivered", Localized(same: reason))
    }
}

extension JSON {
    fileprivate var isWaiting: Bool { self["state"]?.string == OutboxMessage.State.waiting.rawValue }
}
