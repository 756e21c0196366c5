import ArgumentParser
import Core
import Web

/// Runs `vitrina hooks test ID --wait`: the action of the list, and the result of the delivery.
struct HookTest: AsyncParsableCommand {
    /// The number of polls for the delivery, a second apart.
    private static let readsMax = 30

    static let configuration = CommandConfiguration(
        commandName: "test",
        "Отправить пробное событие, даже выключенному веб-хуку.",
        "Send a test event, also to a web hook that is off."
    )

    @Argument(
        help: ArgumentHelp("Id веб-хука.", "The ID of the web hook."),
        completion: .custom { words, _, _ in await Candidates.rows(words, of: WebHooks.resource) }
    ) var id: String
    @Flag(
        help: ArgumentHelp(
            "Ждать, пока доставка удастся или не удастся.",
            "Wait until it is delivered or has failed."
        )
    ) var wait = false
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let id = try await session.id(of: id, in: WebHooks.resource)
            let hook = try await session.api.send(APICall(.post, ["hooks", id, "test"]).unseen)
            guard !session.isDryRun, let number = try hook.get("delivery", as: Int64?.self) else {
                session.answer(hook) {
                    ResourceTable(resource: WebHooks.resource, session: session).card(hook)
                }
                return
            }
            let path = HookDeliveries.resource.address + [String(number)]
            var json = try await session.api.get(path)
            var delivery = try HookDelivery(json: json)
            var reads = 0
            while wait, delivery.state == .waiting, reads < Self.readsMax {
                try await Task.sleep(for: .seconds(1))
                json = try await session.api.get(path)
                delivery = try HookDelivery(json: json)
                reads += 1
            }
            session.answer(json) {
                ResourceTable(resource: HookDeliveries.resource, session: session).list([json])
            }
            if wait { try Self.requireSent(delivery) }
        }
    }

    private static func requireSent(_ delivery: HookDelivery) throws(Failure) {
        if delivery.state == .waiting {
            throw Failure(
                .tryAgain,
                "waiting",
                Localized("Пока не отправлено. Работает ли сервер?", "Not sent yet. Does a server run?")
            )
        }
        guard delivery.state != .sent else { return }
        throw Failure(.unreachable, "undelivered", Localized(same: delivery.error ?? ""))
    }
}

/// A delivery as the list of deliveries answers it.
private struct HookDelivery: JSONReadable {
    let state: OutboxMessage.State
    /// The reason of the last failure.
    let error: String?

    init(json: JSON) throws(Fault) {
        state = try json.get("state")
        error = try json.get("error")
    }
}
