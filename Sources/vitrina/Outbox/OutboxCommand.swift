import ArgumentParser
import Core

/// What leaves the building, and what has become of it.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: Localized(
            "СМС, письма, уведомления и веб-хуки: что ушло, что ждёт и почему.",
            "SMS, mails, notifications and web hooks: what has gone, what waits, and why."
        ).here,
        subcommands: [List.self, Show.self, Retry.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список сообщений, новые сверху.", "List the messages, newest first.").here
        )

        @Option(
            help: ArgumentHelp("sms, mail, push, hook или flags.", "sms, mail, push, hook or flags."),
            completion: .list(["sms", "mail", "push", "hook", "flags"])
        ) var kind: String?
        @Option(
            help: ArgumentHelp("waiting, sent, failed или kept.", "waiting, sent, failed or kept."),
            completion: .list(OutboxMessage.State.allCases.map(\.rawValue))
        )
        var state: String?
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let query = [("kind", kind), ("state", state)].given
                try await session.answerPage(["outbox"], page, query, table: session.messageTable)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Показать сообщение.", "Show one message.").here
        )

        @OptionGroup var message: MessageArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let message = try await session.api.get(["outbox", String(message.id)])
                session.answer(message) { session.messageTable([message]) }
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Отправить сообщение снова; это сделает работающий сервер.",
                "Send a message again at once; a running server does."
            ).here
        )

        @OptionGroup var message: MessageArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let call = APICall(.post, ["outbox", String(message.id), "retry"]).unseen
                let message = try await session.api.send(call)
                session.answer(message) { session.messageTable([message]) }
            }
        }
    }

    struct MessageArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp("Номер сообщения.", "The number of the message."),
            completion: .custom(Candidates.messages)
        )
        var id: Int64
    }
}

extension Session {
    func messageTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(Localized("№", "NO"), isNumber: true),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("ЧТО", "KIND")),
            Table.Column(Localized("КОМУ", "TO")),
            Table.Column(Localized("ТЕМА", "TITLE"), isFlexible: true),
            Table.Column(Localized("ТЕКСТ", "TEXT"), isFlexible: true),
            Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
            Table.Column(Localized("ПОПЫТКИ", "ATTEMPTS"), isNumber: true),
            Table.Column(Localized("ДАЛЬШЕ", "NEXT")),
            Table.Column(Localized("ОШИБКА", "ERROR"), isReason: true),
        ]
        let rows = items.map { item in
            [
                String(item["id"]?.integer ?? 0), clock.text(item["created_at"]),
                item["kind"]?.string ?? "", item["to"]?.string ?? "", item["title"]?.string ?? "",
                item["text"]?.string ?? "", item["state"]?.string ?? "",
                String(item["attempts"]?.integer ?? 0), clock.text(item["next_attempt_at"]),
                item["error"]?.string ?? "",
            ]
        }
        return Table(columns, rows: rows)
    }
}
