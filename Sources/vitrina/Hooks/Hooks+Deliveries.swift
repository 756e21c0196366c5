import ArgumentParser
import Core

extension Hooks {
    struct Test: AsyncParsableCommand {
        /// How often, a second apart, a delivery is looked at.
        private static let looksMax = 30

        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Отправить пробное событие, даже выключенному веб-хуку.",
                "Send a test event, also to a web hook that is off."
            ).here
        )

        @OptionGroup var hook: HookArgument
        @Flag(
            help: ArgumentHelp(
                "Ждать, пока доставится или не доставится.",
                "Wait until it was delivered, or was not."
            )
        ) var wait = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var delivery = try await session.api.send(APICall(.post, ["hooks", hook.id, "test"]).unseen)
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
            abstract: Localized(
                "Показать, что доставлено и что нет, новое сверху.",
                "Show what was delivered and what was not, newest first."
            ).here
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
        static let configuration = CommandConfiguration(
            abstract: Localized("Отправить доставку снова.", "Send a delivery again.").here
        )

        @OptionGroup var hook: HookArgument
        @Argument(help: ArgumentHelp("Номер доставки.", "The number of the delivery.")) var number: Int64
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = ["hooks", hook.id, "deliveries", String(number), "retry"]
                let delivery = try await session.api.send(APICall(.post, path).unseen)
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
            Table.Column(Localized("№", "NO"), isNumber: true),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("СОБЫТИЕ", "EVENT")),
            Table.Column(Localized("ЗАПИСЬ", "CONTENT"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("ПОПЫТКИ", "ATTEMPTS"), isNumber: true),
            Table.Column(Localized("ОТВЕТ", "STATUS"), isNumber: true),
            Table.Column(Localized("МС", "MS"), isNumber: true),
            Table.Column(Localized("ДАЛЬШЕ", "NEXT")),
            Table.Column(Localized("ОШИБКА", "ERROR"), isReason: true),
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
