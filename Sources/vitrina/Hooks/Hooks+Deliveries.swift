import ArgumentParser
import Core

extension Hooks {
    struct Test: AsyncParsableCommand {
        /// How often, a second apart, a delivery is looked at.
        private static let looksMax = 30

        static let configuration = CommandConfiguration(
            abstract: "Send a test event, also to a web hook that is off."
        )

        @OptionGroup var hook: HookArgument
        @Flag(help: "Wait until it was delivered, or was not.") var wait = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var delivery = try await session.api.send(APICall(.post, ["hooks", hook.id, "test"]))
                let path = ["hooks", hook.id, "deliveries", String(delivery["id"]?.integer ?? 0)]
                var looks = 0
                while wait, !session.isDryRun, delivery.isWaiting, looks < Self.looksMax {
                    try await Task.sleep(for: .seconds(1))
                    delivery = try await session.api.get(path)
                    looks += 1
                }
                session.answer(delivery) { session.deliveryTable([delivery]) }
                if wait, !session.isDryRun { try Self.requireSent(delivery) }
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

    struct Deliveries: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what was delivered and what was not, newest first."
        )

        @OptionGroup var hook: HookArgument
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let path = ["hooks", hook.id, "deliveries"]
                try await session.answerPage(path, page, table: session.deliveryTable)
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send a delivery again.")

        @OptionGroup var hook: HookArgument
        @Argument(help: "The number of the delivery.") var number: Int64
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = ["hooks", hook.id, "deliveries", String(number), "retry"]
                let delivery = try await session.api.send(APICall(.post, path))
                session.answer(delivery) { session.deliveryTable([delivery]) }
            }
        }
    }
}

extension JSON {
    fileprivate var isWaiting: Bool { self["state"]?.string == OutboxMessage.State.waiting.rawValue }
}

extension Session {
    fileprivate func deliveryTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(text(Localized("№", "NO")), isNumber: true),
            Table.Column(text(Localized("КОГДА", "AT"))),
            Table.Column(text(Localized("СОБЫТИЕ", "EVENT"))),
            Table.Column(text(Localized("ЗАПИСЬ", "CONTENT")), isFlexible: true),
            Table.Column(text(Localized("СОСТОЯНИЕ", "STATE"))),
            Table.Column(text(Localized("ПОПЫТКИ", "ATTEMPTS")), isNumber: true),
            Table.Column(text(Localized("ОТВЕТ", "STATUS")), isNumber: true),
            Table.Column(text(Localized("МС", "MS")), isNumber: true),
            Table.Column(text(Localized("ДАЛЬШЕ", "NEXT"))),
            Table.Column(text(Localized("ОШИБКА", "ERROR")), isFlexible: true),
        ]
        let rows = items.map { item in
            let last = item["log"]?.array?.first
            return [
                String(item["id"]?.integer ?? 0), clock.text(item["created_at"]),
                item["event"]?.string ?? "", item["content"]?["title"]?.string ?? "", state(of: item),
                String(item["attempts"]?.integer ?? 0), (last?["status"]).number,
                (last?["duration_ms"]).number,
                clock.text(item["next_attempt_at"]), item["error"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }

    private func state(of delivery: JSON) -> String {
        let name = delivery["state"]?.string ?? ""
        return switch OutboxMessage.State(rawValue: name) {
        case .waiting?: text(Localized("ждёт", "waiting"))
        case .sent?: text(Localized("доставлено", "delivered"))
        case .failed?: text(Localized("не доставлено", "failed"))
        case .kept?: text(Localized("оставлено", "kept"))
        case nil: name
        }
    }
}
